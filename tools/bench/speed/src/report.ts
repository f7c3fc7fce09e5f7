import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.js';
import { type Bound, decimal, type Section } from './section.js';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'];

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

/** Writes the results to docs/performance.md, between its markers. */
export function writeDocument(markdown: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${DOCUMENT} has no ${BEGIN} … ${END}`);
  const before = document.slice(0, begin + BEGIN.length);
  writeFileSync(DOCUMENT, `${before}\n\n${markdown}\n\n${document.slice(end)}`);
}

/** Writes every metric of every round to a file. */
export function writeJson(file: string, sections: readonly Section[], options: Options): void {
  const parts = sections.map(({ title, bounds, samples }) => ({
    title,
    bounds: bounds satisfies readonly Bound[],
    samples: Object.fromEntries(samples),
  }));
  const { size, rounds, seconds } = options;
  const text = JSON.stringify({ at: new Date(), size, rounds, seconds, parts }, null, 2);
  writeFileSync(file, `${text}\n`);
}

const verdict = (holds: boolean): string => (holds ? 'reached' : '**not reached**');

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
