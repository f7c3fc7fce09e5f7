import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import type { Experiment } from './experiment.ts';

const FILE = path.join(dataDir(), 'results', 'faults.md');
const HEAD = `| # | Fault | Expected | Result | Seen | Requests | p99 before / during / after, ms | Measured |
|---|---|---|---|---|---|---|---|
`;

export interface RowResult {
  readonly number: string;
  readonly fault: string;
  readonly expected: string;
  /**
   * Result of the fault test: `passed`, `failed: ` followed by every failed check, or `invalid: ` followed by the
   * reason.
   */
  readonly result: string;
  readonly seen: string;
  readonly experiment?: Experiment | undefined;
}

/** Appends a result to a table in DATA_DIR/results, and prints it. */
export function record({ number, fault, expected, result, seen, experiment }: RowResult): void {
  const requests = experiment?.all.length.toLocaleString('en') ?? '';
  const measured = `${new Date().toISOString()}, ${commit()}`;
  const cells = [number, fault, expected, result, seen, requests, experiment?.p99 ?? '', measured];
  const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()).join(' | ')} |\n`;
  process.stderr.write(line);
  mkdirSync(path.dirname(FILE), { recursive: true });
  if (!existsSync(FILE)) writeFileSync(FILE, HEAD);
  appendFileSync(FILE, line);
}

function commit(): string {
  const args = ['describe', '--always', '--exclude=*', '--dirty=+'];
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
