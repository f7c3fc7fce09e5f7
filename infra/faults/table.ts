import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Trial } from './trial.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const BEGIN = '<!-- faults: begin -->';
const END = '<!-- faults: end -->';
const HEAD = [
  '| # | Fault | Expected | Seen | Calls | p99 before / during / after, ms | Measured |',
  '|---|---|---|---|---|---|---|',
];

/** A fault, what should happen and what did. */
export interface Row {
  /** Its place in the table; in the end the same fault has the same one. */
  readonly number: string;
  readonly fault: string;
  readonly expected: string;
  readonly seen: string;
  readonly trial?: Trial;
}

/** Prints a row, and writes it into the table of the document in place of the one with its number. */
export function record({ number, fault, expected, seen, trial }: Row): void {
  const day = new Date().toISOString().slice(0, 10);
  const calls = trial ? trial.all.length.toLocaleString('en') : '';
  const cells = [number, fault, expected, seen, calls, trial?.p99 ?? '', day];
  const row = `| ${cells.join(' | ')} |`;
  process.stderr.write(`${row}\n`);
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, rest = ''] = text.split(BEGIN) as [string, string?];
  const [table, after = ''] = rest.split(END) as [string, string?];
  const kept = table
    .trim()
    .split('\n')
    .filter((line) => /^\| \d/.test(line) && !line.startsWith(`| ${number} |`));
  const rows = [...kept, row].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const lines = [BEGIN, '', ...HEAD, ...rows, '', END];
  writeFileSync(DOCUMENT, before + lines.join('\n') + after);
}

/** Of errors, for the table. */
export function listed(errors: Readonly<Record<string, number>>): string {
  const parts = Object.entries(errors).map(([name, count]) => `${count} × ${name}`);
  return parts.join(', ') || '0 errors';
}
