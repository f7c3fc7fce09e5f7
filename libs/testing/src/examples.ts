import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './sample.ts';

/** An example of a document. */
export interface Example {
  /** File and line. */
  readonly place: string;
  readonly language: 'sh' | 'ts' | 'python' | 'json';
  readonly code: string;
}

/** The fenced examples of a Markdown file. @param file from the root of the repository */
export function examplesOf(file: string): Example[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: code }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    language: language as Example['language'],
    code: code ?? '',
  }));
}

// What is started and loaded is tried elsewhere; this is what a user then types.
const TYPED = /^ {4}((?:curl|npm run -s gcd --) .*)$/gm;

/** The lines of the README that a user types once it runs. */
export function linesOfReadme(): string[] {
  const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(TYPED)].map(([, line = '']) => line);
}
