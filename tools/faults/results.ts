import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import type { Observations, Row } from './suite.ts';

const FILE = path.join(dataDir(), 'results', 'faults.md');
const HEAD = `| # | Fault | Expected | Result | Seen | Requests | p99 before / during / after, ms | Measured |
|---|---|---|---|---|---|---|---|
`;

/**
 * Appends a result to a table in DATA_DIR/results, and prints it.
 * @param result `passed`, `failed: ` followed by every failed check, or `invalid: ` followed by the reason
 */
export function record({ number, fault, expected }: Row, result: string, seen: Observations): void {
  const details =
    typeof seen === 'string' ? [seen, '', ''] : [seen.summary, `${seen.all.length}`, seen.p99];
  const measured = `${new Date().toISOString()}, ${commit()}`;
  const cells = [number, fault, expected ?? '0 errors', result, ...details, measured];
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
