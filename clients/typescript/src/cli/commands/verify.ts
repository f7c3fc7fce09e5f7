import { open } from 'node:fs/promises';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import type { GradedCardDataClient } from '../../client.js';
import { InvalidGraderError, InvalidParameterError, NotFoundError } from '../../errors.js';
import { readIfThere } from '../../files.js';
import type { GraderName, Verification } from '../../types.js';
import { CliError } from '../cli-error.js';
import { STATUS } from '../exit-status.js';
import { examples } from '../help.js';
import { inOrder } from '../in-order.js';
import { csv, print, printable, type Row } from '../output.js';
import { startProgress } from '../progress.js';
import { clientOf, type Settings } from '../settings.js';
import { graderIn, guessColumns, readTable } from '../table-file.js';

const MAX_TITLE = 300;

interface Listing {
  readonly line: number;
  readonly grader: string;
  readonly cert: string;
  readonly title: string;
}

interface Verdict {
  readonly verdict: Verification['verdict'] | 'not_found' | 'invalid';
  readonly verification?: Verification;
  readonly note?: string;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Compare the titles of listings with their certs.')
    .argument('<file>', 'CSV file with the columns grader, cert and title, or - for standard input')
    .option('--to <file>', 'write the verdicts to a CSV file; if it exists, continue where it ends')
    .addHelpText(
      'after',
      `
The columns may be in any order. A header row is recognized and skipped, as are blank lines. Cells may be separated by
commas, semicolons or tabs. If a listing has no grader, the grader that its cert number or title names is used, or else
all graders are searched, which costs one more request. There is one row for each listing, in the order of the file:

  match      the title describes the cert
  mismatch   at least one field differs; "different" lists each of them as "field: title / cert"
  uncertain  the title leaves a doubt; compare it yourself
  not_found  no cert has the number
  invalid    the listing lacks its cert number or title, or they cannot be read

The command exits with status 5 if there is a mismatch, and else with status 3 if a cert is not found or a listing is
invalid. Each listing is charged as one request; repeated listings are charged once.
${examples(
  'gcd verify listings.csv',
  'gcd verify listings.csv --to verdicts.csv',
  'gcd verify listings.csv -o json | jq \'select(.verdict == "mismatch")\'',
)}`,
    )
    .action(async (file: string, settings: Settings & { readonly to?: string }) => {
      const listings = await readListings(file);
      const target = settings.to === undefined ? null : await openTarget(settings.to, listings);
      const done = target?.done ?? [];
      for (const verdict of done) setStatus(verdict);
      const client = clientOf(settings);
      const progress = startProgress('listings', settings.quiet ?? false);
      const verify = remembered((listing: Listing) => verdictOf(client, listing));
      const rows: Row[] = [];
      let count = done.length;
      try {
        for await (const [listing, verdict] of inOrder(listings.slice(count), verify)) {
          const row = rowOf(listing, verdict);
          count += 1;
          if (target) await target.write(csv([row], !target.hasHeader && count === 1));
          else if (settings.output === 'table') rows.push(row);
          else if (settings.output === 'csv') process.stdout.write(csv([row], count === 1));
          else print('json', [], jsonOf(listing, verdict));
          setStatus(verdict.verdict);
          progress.report(count, listings.length);
        }
      } finally {
        progress.stop();
        await target?.close();
        print('table', rows, null);
      }
    });
}

async function readListings(file: string): Promise<Listing[]> {
  const { rows, header } = await readTable(file);
  const { grader, cert, title } = header ?? guessColumns(rows);
  if (cert === undefined || title === undefined) {
    throw new CliError(
      `The file has no column for the ${cert === undefined ? 'cert number' : 'title'}. Start it with the row grader,cert,title.`,
    );
  }
  return rows.map(({ line, cells }) => {
    const cell = (at: number | undefined) =>
      printable((at !== undefined && cells[at]) || '').trim();
    const listing = { cert: cell(cert), title: [...cell(title)].slice(0, MAX_TITLE).join('') };
    const named = graderIn(cell(grader)) ?? (cell(grader) === '' ? null : cell(grader));
    const found = named ?? graderIn(listing.cert) ?? graderIn(listing.title) ?? '';
    return { line, grader: found, ...listing };
  });
}

/** Opens the file of verdicts, and reads the verdicts that it contains. @throws CliError if it belongs to other listings */
async function openTarget(file: string, listings: readonly Listing[]) {
  // A row that was interrupted has no line break at its end.
  const text = ((await readIfThere(file)) ?? '').replace(/[^\n]*$/, '');
  const rows: Record<string, string>[] = parse(text, { columns: true });
  for (const [index, row] of rows.entries()) {
    const listing = listings[index];
    const [expected = {}]: Record<string, string>[] = listing
      ? parse(csv([rowOf(listing, { verdict: 'invalid' })]), { columns: true })
      : [];
    if (row.cert !== expected.cert || row.title !== expected.title) {
      throw new CliError(
        `${file} has verdicts about other listings. Choose another file, or delete it.`,
      );
    }
  }
  const handle = await open(file, 'a');
  await handle.truncate(Buffer.byteLength(text));
  return {
    done: rows.map(({ verdict = '' }) => verdict),
    hasHeader: text !== '',
    write: (row: string) => handle.appendFile(row),
    close: () => handle.close(),
  };
}

/** Returns the same promise for listings with the same grader, cert and title. */
function remembered<Result>(work: (listing: Listing) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (listing: Listing): Promise<Result> => {
    const key = JSON.stringify([listing.grader, listing.cert, listing.title]);
    const result = known.get(key) ?? work(listing);
    known.set(key, result);
    return result;
  };
}

async function verdictOf(client: GradedCardDataClient, listing: Listing): Promise<Verdict> {
  const { cert, title } = listing;
  if (cert === '' || title === '') {
    return { verdict: 'invalid', note: cert === '' ? 'no cert number' : 'no title' };
  }
  try {
    let { grader } = listing;
    if (grader === '') {
      const { certs } = await client.findCerts([cert.replaceAll(',', '')]);
      if (certs.length > 1)
        return { verdict: 'uncertain', note: 'several graders have this number' };
      grader = certs[0]?.grader ?? '';
      if (grader === '') return { verdict: 'not_found' };
    }
    const verification = await client.verifyCert(grader as GraderName, cert, title);
    return { verdict: verification.verdict, verification };
  } catch (error) {
    if (error instanceof NotFoundError) return { verdict: 'not_found' };
    if (error instanceof InvalidParameterError || error instanceof InvalidGraderError) {
      return { verdict: 'invalid', note: error.message };
    }
    throw error;
  }
}

function rowOf(
  { line, grader, cert, title }: Listing,
  { verdict, verification, note }: Verdict,
): Row {
  const different = verification?.checks.filter(({ result }) => result === 'different') ?? [];
  return {
    line,
    verdict,
    grader: verification?.cert.grader ?? grader,
    cert,
    title,
    different: different
      .map((check) => `${check.field}: ${check.title ?? 'none'} / ${check.cert ?? 'none'}`)
      .join('; '),
    grade: verification?.cert.grader_data.grade_label,
    description: verification?.cert.description ?? note,
  };
}

function jsonOf({ line, ...listing }: Listing, { verdict, verification, note }: Verdict) {
  return { line, listing, ...verification, verdict, ...(note && { note }) };
}

function setStatus(verdict: string): void {
  if (verdict === 'mismatch') process.exitCode = STATUS.mismatch;
  else if (/not_found|invalid/.test(verdict)) process.exitCode ??= STATUS.notFound;
}
