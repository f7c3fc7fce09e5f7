import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import type { Options } from './options.js';
import { decimal, type Section } from './section.js';

/** Formats the results as Markdown. @param failed cases that failed, with the reason */
export function toMarkdown(
  sections: readonly Section[],
  options: Options,
  failed: ReadonlyMap<string, string>,
): string {
  const { size, rounds, seconds } = options;
  const [cpu] = cpus();
  const about = `The dataset has ${size.certs.toLocaleString('en-US')} certs and ${size.cards.toLocaleString('en-US')} cards. The machine has ${cpus().length} cores (${cpu?.model.trim()}) and Node ${process.versions.node}, and also runs the load generator. Values are medians of ${rounds} rounds of ${seconds} s. Each round measures all cases in turn. Each ratio is the median of the ratios in the rounds. Columns in µs show the CPU time of each process per request (user and system).`;
  return [
    about,
    table(
      ['What', 'Bound', 'Reached', ''],
      sections
        .flatMap(({ bounds }) => bounds)
        .map(({ what, bound, reached, holds }) => [what, bound, decimal(reached), verdict(holds)]),
    ),
    ...[...failed].map(
      ([name, reason]) =>
        `${name} has no result, because not every response was a success: ${reason}.`,
    ),
    ...sections.flatMap(({ title, text, columns, rows }) => [
      `### ${title}`,
      text,
      table(columns, rows),
    ]),
  ].join('\n\n');
}

/**
 * Writes the tables, and every metric of every round, to two files.
 * @returns the file with the tables
 */
export function writeResults(
  markdown: string,
  sections: readonly Section[],
  { size, rounds, seconds }: Options,
): string {
  const at = new Date();
  const name = path.join(dataDir(), 'results', `bench-${at.toISOString().replace(/:/g, '-')}`);
  mkdirSync(path.dirname(name), { recursive: true });
  const parts = sections.map(({ title, bounds, samples }) => ({
    title,
    bounds,
    samples: Object.fromEntries(samples),
  }));
  writeFileSync(`${name}.json`, JSON.stringify({ at, size, rounds, seconds, parts }, null, 2));
  writeFileSync(`${name}.md`, `${markdown}\n`);
  return `${name}.md`;
}

const verdict = (holds: boolean): string => (holds ? 'reached' : '**not reached**');

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
