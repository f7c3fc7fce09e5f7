import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { GradedCardDataClient } from '../../client.js';
import type { Cert, GraderName } from '../../types.js';
import { grader } from '../arguments.js';
import { examples } from '../help.js';
import { csv, print, printable, type Row } from '../output.js';
import { startProgress } from '../progress.js';
import { CliError } from '../cli-error.js';
import { clientOf, type Settings } from '../settings.js';

/** Maximum number of certs in a request, which is within the API's limit and keeps URLs short. */
const MAX_BATCH = 100;
const MAX_URL_CHARACTERS = 6000;
const MAX_REQUESTS_IN_FLIGHT = 4;
const NOT_FOUND = 3;

interface CertSettings extends Settings {
  readonly file?: string;
}

export function certCommand(): Command {
  return new Command('cert')
    .description('Look up graded copies by cert number.')
    .argument('<grader>', 'grading company: psa, beckett, sgc or cgc', grader)
    .argument('[cert...]', 'cert numbers, or - to read them from standard input')
    .option('-f, --file <file>', 'read cert numbers from a file, separated by newlines or commas')
    .addHelpText(
      'after',
      `
Certs are printed in the order in which their numbers were given. Each cert is charged as one request. If some certs are
not found, the command prints the others, lists the missing ones on standard error, and exits with status 3.
${examples(
  'gcd cert psa 64062046',
  'gcd cert psa --file certs.txt --output csv > certs.csv',
  'cut -d, -f2 collection.csv | gcd cert psa - --output json',
)}`,
    )
    .action(async (name: GraderName, named: string[], settings: CertSettings) => {
      const certs = await numbers(named, settings.file);
      const client = clientOf(settings);
      const progress = startProgress('certs', settings.quiet ?? false);
      const rows: Row[] = [];
      let done = 0;
      const batches = inOrder(batchesOf(certs), MAX_REQUESTS_IN_FLIGHT, (batch) =>
        lookUp(client, name, batch),
      );
      try {
        for await (const [batch, found] of batches) {
          for (const number of batch) {
            const cert = found.get(number);
            if (cert) show(cert, settings, rows);
            else {
              process.stderr.write(`not found: ${name} ${printable(number)}\n`);
              process.exitCode = NOT_FOUND;
            }
          }
          done += batch.length;
          progress.report(done, certs.length);
        }
      } finally {
        progress.stop();
        // Print the table when all rows have arrived or a request has failed. After a failure, the table contains the
        // rows received so far.
        if (settings.output === 'table') print('table', rows, null);
      }
    });
}

function* batchesOf(certs: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const cert of certs) {
    const size = encodeURIComponent(cert).length + 3;
    if (
      batch.length === MAX_BATCH ||
      (batch.length > 0 && characters + size > MAX_URL_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(cert);
    characters += size;
  }
  yield batch;
}

/** Looks up certs. @returns the certs that exist, by the requested number */
async function lookUp(
  client: GradedCardDataClient,
  grader: GraderName,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Cert>> {
  const found = new Map<string, Cert>();
  // If a request contains two spellings of one cert number, the API returns the cert only under the first. Look up the
  // second spelling in a separate request.
  for (let open = new Set(numbers); open.size > 0; ) {
    const { certs, not_found } = await client.lookupCerts(grader, [...open]);
    for (const { requested_cert, ...cert } of certs) found.set(requested_cert, cert);
    const returned = [...certs.map(({ requested_cert }) => requested_cert), ...not_found];
    const rest = new Set([...open].filter((number) => !returned.includes(number)));
    if (rest.size === open.size)
      throw new Error('the response contains none of the requested certs');
    open = rest;
  }
  return found;
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
  if (isInput && file !== undefined) throw new CliError('Use either --file or -, not both.');
  const source = isInput ? process.stdin : file === undefined ? null : createReadStream(file);
  const listed = source ? await text(source) : '';
  const all = [...(isInput ? [] : named), listed]
    .flatMap((some) => some.split(/[\n,]/))
    // Spreadsheets may export cert numbers in quotes.
    .map((cert) =>
      cert
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter(Boolean);
  if (all.length === 0)
    throw new CliError('No cert numbers were given. Add them as arguments, or use --file or -.');
  return all;
}

/** Processes several items at a time, and yields the results in the order of the items. */
async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const begun: (readonly [Item, Promise<Result>])[] = [];
  for (const item of items) {
    const result = work(item);
    // Without this handler, a rejection would be unhandled until the result is awaited.
    result.catch(() => undefined);
    begun.push([item, result]);
    if (begun.length < atOnce) continue;
    const first = begun.shift();
    if (first) yield [first[0], await first[1]];
  }
  for (const [item, result] of begun) yield [item, await result];
}
