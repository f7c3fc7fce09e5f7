import { Command } from 'commander';
import type { GradedCardDataClient } from '../../client.js';
import type { Cert, GraderName } from '../../types.js';
import { graderOrAny } from '../arguments.js';
import { examples } from '../help.js';
import { inOrder } from '../in-order.js';
import { csv, print, type Row } from '../output.js';
import { slabCounts } from '../../slab-counts.js';
import { startProgress } from '../progress.js';
import { CliError } from '../cli-error.js';
import { STATUS } from '../exit-status.js';
import { clientOf, type Settings } from '../settings.js';
import { isHeader, readText } from '../table-file.js';

/** Maximum number of certs in a request, which is within the API's limit and keeps URLs short. */
const MAX_BATCH = 100;
const MAX_URL_CHARACTERS = 6000;

interface CertSettings extends Settings {
  readonly file?: string;
}

export function certCommand(): Command {
  return new Command('cert')
    .description('Look up graded copies by cert number.')
    .argument('<grader>', 'grading company: psa, beckett, sgc or cgc, or any', graderOrAny)
    .argument('[cert...]', 'cert numbers, or - to read them from standard input')
    .option(
      '-f, --file <file>',
      'read cert numbers from a file, one per line or separated by commas',
    )
    .addHelpText(
      'after',
      `
There is one row for each number, in the order given, also for numbers that are blank, repeated or not found. With "any",
all graders are searched, or the one that a number names, and there is a row for each cert with the number. A header row
of a file is skipped. If a number is not found, the command exits with status 3. Each different number is charged as one
request. The counts are those of copies of the same kind: for PSA, with or without an autograph and a qualifier.
${examples(
  'gcd cert psa 64062046',
  'gcd cert psa --file certs.txt --output csv > certs.csv',
  'cut -d, -f2 collection.csv | gcd cert psa - --output json',
  "gcd cert any 'PSA 64062046' 61871631",
)}`,
    )
    .action(async (name: GraderName | 'any', named: string[], settings: CertSettings) => {
      const certs = await numbers(named, settings.file);
      const client = clientOf(settings);
      const progress = startProgress('certs', settings.quiet ?? false);
      const rows: Row[] = [];
      let done = 0;
      const batches = inOrder(batchesOf(certs), (batch) => lookUp(client, name, batch));
      try {
        for await (const [batch, found] of batches) {
          for (const [at, requested] of batch.entries()) {
            const [cert, ...others] = found[at] ?? [];
            for (const each of [cert, ...others]) show(requested, each, settings, rows);
            if (!cert && requested !== '') process.exitCode = STATUS.notFound;
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

/** Looks up certs. @returns the certs for each number, more than one only with the grader `any` */
async function lookUp(
  client: GradedCardDataClient,
  grader: GraderName | 'any',
  numbers: readonly string[],
): Promise<readonly (readonly Cert[])[]> {
  if (numbers.every((number) => number === '')) return [];
  // A number may have commas between thousands, but a batch may not.
  const sent = numbers.map((number) => number.replaceAll(',', ''));
  const { certs, results } = await (grader === 'any'
    ? client.findCerts(sent)
    : client.lookupCerts(grader, sent));
  const records = certs.map(({ requested_cert: _, ...cert }) => cert);
  return results.map(({ found }) => found.flatMap((at) => records[at] ?? []));
}

function show(requested: string, cert: Cert | undefined, { output }: Settings, rows: Row[]): void {
  const head = { requested, found: cert !== undefined };
  const counts = cert && slabCounts(cert);
  rows.push({
    ...head,
    grader: cert?.grader,
    cert: cert?.grader_data.cert,
    grade: cert?.grader_data.grade,
    label: cert?.grader_data.grade_label,
    population: counts?.same,
    higher: counts?.higher,
    total: counts?.total,
    description: cert?.description,
    card_id: cert?.universal_card_id ?? cert?.card_id,
  });
  if (output === 'csv') process.stdout.write(csv(rows.slice(-1), rows.length === 1));
  if (output === 'json') print('json', [], { ...head, ...cert });
}

async function numbers(named: readonly string[], file: string | undefined): Promise<string[]> {
  const isInput = named.length === 1 && named[0] === '-';
  if (isInput && file !== undefined) throw new CliError('Use either --file or -, not both.');
  const source = isInput ? '-' : file;
  const text = source === undefined ? null : await readText(source);
  const all = [...(isInput ? [] : named), ...(text === null ? [] : linesOf(text))].flatMap(
    numbersOf,
  );
  if (all.every((number) => number === '')) {
    throw new CliError('No cert numbers were given. Add them as arguments, or use --file or -.');
  }
  return all;
}

/** Splits a text into lines, without a header row. */
function linesOf(text: string): string[] {
  const lines = text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
  return isHeader((lines[0] ?? '').split(/[,;\t]/)) ? lines.slice(1) : lines;
}

const THOUSANDS = /^\d{1,3}(,\d{3})+$/;

/** Returns the cert numbers on a line. A number with commas between thousands is one number. */
function numbersOf(line: string): string[] {
  const cells = THOUSANDS.test(line.trim())
    ? [line]
    : [...`,${line}`.matchAll(/,((?:"[^"]*"|[^,])*)/g)].map(([, cell = '']) => cell);
  // Spreadsheets may export cert numbers in quotes.
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}
