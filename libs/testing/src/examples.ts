import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './sample.ts';

/** An example in a document. */
export interface Example {
  /** File and line. */
  readonly place: string;
  readonly language: 'sh' | 'ts' | 'python' | 'json';
  readonly code: string;
}

/** The fenced examples of a Markdown file. @param file path in the repository */
export function examplesOf(file: string): Example[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: code }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    language: language as Example['language'],
    code: code ?? '',
  }));
}

// Starting and importing are tested elsewhere; these are the commands after that.
const TYPED = /^ {4}((?:curl|npm run -s gcd --) .*)$/gm;

/** The commands of the README for a running system. */
export function linesOfReadme(): string[] {
  const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(TYPED)].map(([, line = '']) => line);
}
