import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

export interface Example {
  /** File and line number of the example. */
  readonly place: string;
  readonly language: 'sh' | 'ts' | 'python' | 'go' | 'json';
  readonly code: string;
}

/** Lists the fenced examples of a Markdown file. @param file path within the repository */
export function examplesOf(file: string): Example[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: code }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    language: language as Example['language'],
    code: code ?? '',
  }));
}

export function inLanguage(examples: readonly Example[], language: Example['language']): Example[] {
  return examples.filter((one) => one.language === language);
}

// Matches commands that need a running system. Separate tests cover commands that start the product or import data.
const TYPED = /^ {4}((?:curl|npm run -s gcd --) .*)$/gm;

/** Lists the commands in the README that require a running system. */
export function linesOfReadme(): string[] {
  const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(TYPED)].map(([, line = '']) => line);
}

/**
 * Lists the responses that a guide shows. Each one is a JSON block, with the request that precedes the block in the
 * same section.
 */
export function shownResponses(file: string): { request: string; shown: string; line: number }[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found = [];
  let line = 1;
  for (const section of text.split(/^(?=#)/m)) {
    const request = /^```sh\n(curl [\s\S]*?)^```$/m.exec(section);
    const shown = /^```json\n([\s\S]*?)^```$/m.exec(section);
    if (request && shown && request.index < shown.index) {
      found.push({ request: request[1] ?? '', shown: shown[1] ?? '', line });
    }
    line += section.split('\n').length - 1;
  }
  return found;
}

/** Patterns of values that differ from run to run. */
const VOLATILE = [
  'request_id',
  'since',
  'card_ids',
  'next_cursor',
  'change_cursor',
  'built_at',
  'bytes',
  'used',
  'remaining',
  'reset',
];

/**
 * Makes an actual response comparable to a response in a guide. Removes fields and items that the guide omits, and
 * replaces values that differ from run to run with the values in the guide.
 */
export function asShown(actual: unknown, shown: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(shown)) {
    return actual.slice(0, shown.length).map((each, index) => asShown(each, shown[index]));
  }
  if (!isObject(actual) || !isObject(shown)) return actual;
  const entries = Object.entries(shown).map(([name, value]) => [
    name,
    VOLATILE.includes(name) && name in actual ? value : asShown(actual[name], value),
  ]);
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
