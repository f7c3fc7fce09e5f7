import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { NotFoundError } from '../../errors.js';
import type { Cert, GraderName } from '../../types.js';
import { grader } from '../arguments.js';
import { csv, print, type Row } from '../output.js';
import { startProgress } from '../progress.js';
import { Refusal } from '../refusal.js';
import { clientOf, type Settings } from '../settings.js';

// Answers are printed in the order that was asked in; this many may wait for an earlier one.
const AT_ONCE = 64;
const NOT_FOUND = 3;

interface CertSettings extends Settings {
  readonly file?: string;
}

/** `gcd cert`: graded copies, by number. */
export function certCommand(): Command {
  return new Command('cert')
    .description('Looks up graded copies, in the order in which they are named.')
    .argument('<grader>', 'psa, beckett, sgc or cgc', grader)
    .argument('[cert...]', 'cert numbers; - reads them from standard input')
    .option('-f, --file <file>', 'file with a cert number on each line')
    .addHelpText(
      'after',
      `
Certs that are not found are named on standard error, and the exit status is 3; the others are printed.

Examples:
  $ gcd cert psa 64062046
  $ gcd cert psa --file certs.txt --output csv > certs.csv
  $ cut -d, -f2 collection.csv | gcd cert psa - --output json`,
    )
    .action(async (name: GraderName, named: string[], settings: CertSettings) => {
      const certs = await numbers(named, settings.file);
      const client = clientOf(settings);
      const progress = startProgress('certs', settings.quiet ?? false);
      const rows: Row[] = [];
      let done = 0;
      const lookups = inOrder(certs, AT_ONCE, (cert) =>
        client.lookupCert(name, cert).catch((error: unknown) => {
          if (error instanceof NotFoundError) return null;
          throw error;
        }),
      );
      try {
        for await (const [cert, found] of lookups) {
          done += 1;
          progress.report(done, certs.length);
          if (found) show(found, settings, rows);
          else {
            process.stderr.write(`not found: ${name} ${cert}\n`);
            process.exitCode = NOT_FOUND;
          }
        }
      } finally {
        progress.stop();
        // A table has to know all rows; what is there is shown, whatever happened to the rest.
        if (settings.output === 'table') print('table', rows, null);
      }
    });
}

function show(cert: Cert, { output }: Settings, rows: Row[]): void {
  rows.push(rowOf(cert));
  if (output === 'csv') process.stdout.write(csv(rows.slice(-1), rows.length === 1));
  if (output === 'json') print('json', [], cert);
}

function rowOf({ grader, grader_data: own, description, card_id, universal_card_id }: Cert): Row {
  const context = own.population_context;
  return {
    grader,
    cert: own.cert,
    grade: own.grade,
    label: own.grade_label,
    population: context?.grade_population,
    higher: context?.population_higher,
    total: context?.total_population,
    description,
    card_id: universal_card_id ?? card_id,
  };
}

async function numbers(named: readonly string[], file: string | undefined): Promise<string[]> {
  const isInput = named.length === 1 && named[0] === '-';
  if (isInput && file !== undefined) throw new Refusal('Either --file or -, not both.');
  const source = isInput ? process.stdin : file === undefined ? null : createReadStream(file);
  const listed = source ? (await text(source)).split(/\r?\n/) : [];
  const all = [...(isInput ? [] : named), ...listed].map((cert) => cert.trim()).filter(Boolean);
  if (all.length === 0) throw new Refusal('No cert is named: name some, or use --file or -.');
  return all;
}

/** Does something for each item, several at once, and gives the results in the order of the items. */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const begun: (readonly [Item, Promise<Result>])[] = [];
  let next = 0;
  while (next < items.length || begun.length > 0) {
    for (const item of items.slice(next, next + atOnce - begun.length)) {
      const result = work(item);
      // It is looked at when it is its turn.
      result.catch(() => undefined);
      begun.push([item, result]);
      next += 1;
    }
    const first = begun.shift();
    if (first) yield [first[0], await first[1]];
  }
}
