import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Experiment } from './experiment.ts';
import { IS_CLUSTERED } from './clustered-servers.ts';
import { ROWS, type RowNumber } from './rows.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const HEAD = [
  '| # | Fault | Expected | Result | Seen | Requests | p99 before / during / after, ms | Measured |',
  '|---|---|---|---|---|---|---|---|',
];

export interface RowResult {
  readonly number: RowNumber;
  /**
   * Result of the fault test: `passed`, `failed: ` followed by every failed check, or `invalid: ` followed by the
   * reason.
   */
  readonly result: string;
  readonly seen: string;
  readonly experiment?: Experiment | undefined;
}

/** Updates the table in the document with this result. Other rows keep their results. */
export function record(row: RowResult): void {
  const line = lineOf(row);
  process.stderr.write(`${line}\n`);
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    withRow(text, row.number, line, IS_CLUSTERED ? 'faults-cluster' : 'faults'),
  );
}

/**
 * Returns the document with an updated row for this result in the table of all {@link ROWS}.
 * @param name name of the table in the document
 */
export function withRow(
  document: string,
  number: RowNumber,
  line: string,
  name = 'faults',
): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before = '', rest = ''] = document.split(begin);
  const [table = '', after = ''] = rest.split(end);
  const old = new Map(table.split('\n').map((row) => [row.split(' | ')[0]?.slice(2), row]));
  const numbers = (Object.keys(ROWS) as RowNumber[]).sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const lines = numbers.map((other) => {
    if (other === number) return line;
    const cells = old.get(other)?.split(' | ').slice(3).join(' | ');
    return `${descriptionOf(other)} | ${cells ?? 'not measured |  |  |  |  |'}`;
  });
  return [before + begin, '', ...HEAD, ...lines, '', end + after].join('\n');
}

function lineOf({ number, result, seen, experiment }: RowResult): string {
  const requests = experiment?.all.length.toLocaleString('en') ?? '';
  const measured = `${new Date().toISOString().slice(0, 10)}, ${commit()}`;
  const cells = [result, seen, requests, experiment?.p99 ?? '', measured].map((cell) =>
    cell.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim(),
  );
  return `${descriptionOf(number)} | ${cells.join(' | ')} |`;
}

function descriptionOf(number: RowNumber): string {
  const { fault, expected } = ROWS[number];
  return `| ${number} | ${fault} | ${expected}`;
}

/** Returns the measured commit, followed by `+` if files have changed since then. */
function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git(
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      ':/',
      `:!${DOCUMENT}`,
    );
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown commit';
  }
}
