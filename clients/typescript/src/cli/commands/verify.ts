import { open, rm } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { parse } from 'csv-parse/sync';
import type { GradedCardDataClient } from '../../client.js';
import { BadRequestError, InvalidParameterError, NotFoundError } from '../../errors.js';
import { readIfThere } from '../../files.js';
import { lockFile } from '../../lock-file.js';
import type { GraderName, Verification } from '../../types.js';
import { CliError } from '../cli-error.js';
import { STATUS } from '../exit-status.js';
import { examples } from '../help.js';
import { inOrder } from '../in-order.js';
import { csv, print, printable, type Row } from '../output.js';
import { startProgress } from '../progress.js';
import { clientOf, type Settings } from '../settings.js';
import { type ChosenColumns, COLUMNS, graderIn, guessColumns, readTable } from '../table-file.js';

const MAX_TITLE = 300;
/** Matches cells that say that there is no grader, or that it is not known. */
const NO_GRADER = /^(?:n\/?a|none|unknown|tbd|[-–—?]*)$/i;
const NEGATED = /\b(?:not|non|no|was)\b/i;

interface Listing {
  readonly line: number;
  readonly grader: string;
  readonly cert: string;
  /** The title with the grade of the grade column, as it is sent. */
  readonly title: string;
  /** The grade column; empty without one. */
  readonly grade: string;
  /** Why the listing cannot be verified; null if it can. */
  readonly problem: string | null;
}

interface Verdict {
  readonly verdict: Verification['verdict'] | 'not_found' | 'invalid';
  readonly verification?: Verification;
  readonly note?: string;
}

interface VerifySettings extends Settings {
  readonly column: ChosenColumns;
  readonly to?: string;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Compare the titles of listings with their certs.')
    .argument('<file>', 'CSV file with the columns grader, cert and title, or - for standard input')
    .option(
      '--column <name=header>',
      'use the column with this header as grader, cert, grade or title; repeatable',
      chosenColumn,
      {},
    )
    .option('--to <file>', 'write the verdicts to a CSV file; if it exists, continue where it ends')
    .addHelpText(
      'after',
      `
The file is UTF-8, UTF-16 or Windows-1252, with cells separated by commas, semicolons, tabs or "|". Put quotes around a
cell that contains the separator. A header row may name the columns in any order, and other columns are ignored:

  grader   "grader", "professional grader", "grading company", "graded by", "company" …
  cert     "cert", "cert number", "certification no.", "slab number", "serial" …
  grade    "grade", "card grade", "PSA grade" …; becomes a part of the title
  title    "title", or else "item title" …, or else "listing", "item", "name", "card", "description" …

If several columns may be meant, or a column "number" or "serial" has other numbers than those of certs, the command exits
with status 2. Choose the column with --column.

Without a header row, a row has only a cert, a title and possibly a grader, in any order. Blank rows are skipped. If a
listing has no grader, the grader that its cert number or title names is used, or else all graders are searched, which
costs one more request. There is one row for each listing, in the order of the file:

  match      the title describes the cert
  mismatch   at least one field differs; "different" lists each of them as "field: title / cert"
  uncertain  compare it yourself, because of the fields in "unclear_fields", the words in "unexplained_words", or "note"
  not_found  no cert has the number
  invalid    the listing cannot be verified, for the reason in "note"; the API may not have been asked

With --to, verdicts are appended. Rows may be added to the end of <file> later, but if a listing that has a verdict was
changed, moved or removed, the command exits with status 2 and changes nothing.

The command exits with status 1 or 4 if it could not finish; else with 5 if there is a mismatch; else with 3 if a cert is
not found or a listing is invalid; else with 0. Earlier verdicts in the file of --to count too. Each listing is charged
as one request; repeated listings are charged once.
${examples(
  'gcd verify listings.csv',
  'gcd verify listings.csv --to verdicts.csv',
  'gcd verify listings.csv --column cert="Slab #" --column title=Item',
  'gcd verify listings.csv -o json | jq \'select(.verdict == "mismatch")\'',
)}`,
    )
    .action(async (file: string, settings: VerifySettings) => {
      const listings = await readListings(file, settings.column, settings.quiet ?? false);
      const lock = settings.to === undefined ? null : `${settings.to}.pid`;
      if (lock) await lockFile(lock, settings.to ?? '');
      try {
        await verifyAll(listings, settings);
      } finally {
        if (lock) await rm(lock, { force: true });
      }
    });
}

async function verifyAll(listings: readonly Listing[], settings: VerifySettings): Promise<void> {
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
}

function chosenColumn(text: string, chosen: ChosenColumns): ChosenColumns {
  const [, name = '', header = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  const column = COLUMNS.find((each) => each === name);
  if (column) return { ...chosen, [column]: header.trim() };
  throw new InvalidArgumentError(`Write ${COLUMNS.join('=…, ')}=….`);
}

async function readListings(
  file: string,
  chosen: ChosenColumns,
  isQuiet: boolean,
): Promise<Listing[]> {
  const { rows, header, first } = await readTable(file, chosen);
  const columns = header ?? guessColumns(rows);
  const { grader, cert, title } = columns;
  if (cert === undefined || title === undefined) {
    throw new CliError(
      `The file has no column for the ${cert === undefined ? 'cert number' : 'title'}: its first row is ${first.join(', ')}. Choose one with --column, or start the file with the row grader,cert,title.`,
    );
  }
  if (header && !isQuiet) {
    const read = COLUMNS.map((name) => `${name}: ${first[header[name] ?? -1] ?? 'none'}`);
    process.stderr.write(`Columns: ${read.join(', ')}\n`);
  }
  const isColumn = (at: number) =>
    header ? at < first.length : [grader, cert, title].includes(at);
  return rows.map(({ line, cells }) => {
    // Spreadsheets write text that looks like a number as `="123"`.
    const cell = (at: number | undefined) =>
      printable((at !== undefined && cells[at]) || '')
        .trim()
        .replace(/^="(.*)"$/, '$1');
    // Spreadsheets write two question marks for an emoji that the encoding lacks.
    const ownTitle = cell(title)
      .replace(/\?{2,}/g, ' ')
      .trim();
    const graderCell = NO_GRADER.test(cell(grader)) ? '' : cell(grader);
    const named = NEGATED.test(graderCell) ? graderCell : (graderIn(graderCell) ?? graderCell);
    const found = named || graderIn(cell(cert)) || graderIn(ownTitle) || '';
    const grades = [
      columns.grade,
      /\d|\bauth(?:entic)?\b/i.test(graderCell) ? grader : undefined,
    ].map(cell);
    const grade = grades
      .join(' ')
      .replace(/["=_]/g, ' ')
      .replace(/(\d)[.,]0(?!\d)/g, '$1')
      .trim();
    const listing = { cert: cell(cert), title: withGrade(ownTitle, grade, found), grade };
    // A comma without quotes ends a title, and a quote that is not closed joins rows.
    const isBroken = cells.some((text, at) =>
      /[\r\n]/.test(text)
        ? at === cert || at === title || cells.length !== first.length
        : text !== '' && !isColumn(at),
    );
    return { line, grader: found, ...listing, problem: problemOf(listing, isBroken) };
  });
}

/** Adds the grade of another column to a title, so that both are compared. The title keeps its own grader. */
function withGrade(title: string, grade: string, grader: string): string {
  if (title === '' || grade === '') return title;
  const prefix = graderIn(grade) === null ? graderIn(title) || grader || 'grade' : '';
  const claim = `${prefix} ${grade}`.trim();
  const isStated = ` ${title} `.toLowerCase().includes(` ${claim} `.toLowerCase());
  return isStated ? title : `${title} ${claim}`;
}

function problemOf({ cert, title }: Pick<Listing, 'cert' | 'title'>, isBroken: boolean) {
  if (isBroken) {
    return 'the row has more cells or lines than expected: put quotes around a cell with a separator, close quotes, and name all columns in a header row';
  }
  if (cert === '') return 'no cert number';
  if (title === '') return 'no title';
  return [...title].length > MAX_TITLE
    ? `the title with its grade has more than ${MAX_TITLE} characters`
    : null;
}

/** Opens the file of verdicts, and reads the verdicts that it contains. @throws CliError if it belongs to other listings */
async function openTarget(file: string, listings: readonly Listing[]) {
  // A row that was interrupted has no line break at its end.
  const text = ((await readIfThere(file)) ?? '').replace(/[^\n]*$/, '');
  const parsed = (csvText: string): Record<string, string>[] =>
    parse(csvText, { columns: true, relax_column_count: true, relax_quotes: true });
  const rows = parsed(text);
  for (const [index, row] of rows.entries()) {
    const listing = listings[index];
    const [expected] = listing ? parsed(csv([rowOf(listing, { verdict: 'invalid' })])) : [];
    const isSame =
      expected &&
      Object.keys(row).join() === Object.keys(expected).join() &&
      ['line', 'cert', 'title'].every((name) => row[name] === expected[name]) &&
      (expected.grader === '' || row.grader === expected.grader);
    if (!isSame) {
      const line = listing ? `line ${listing.line}` : 'a listing';
      throw new CliError(
        `${file} has verdicts about other listings, or another program saved it: its row ${index + 1} is not about ${line} of the input. Choose another file, or delete it.`,
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
    const key = JSON.stringify({ ...listing, line: 0 });
    const result = known.get(key) ?? work(listing);
    known.set(key, result);
    return result;
  };
}

async function verdictOf(client: GradedCardDataClient, listing: Listing): Promise<Verdict> {
  const { cert, title, problem } = listing;
  if (problem !== null) return { verdict: 'invalid', note: problem };
  try {
    let { grader } = listing;
    if (grader === '') {
      const { certs } = await client.findCerts([cert.replaceAll(',', '')]);
      if (certs.length > 1)
        return { verdict: 'uncertain', note: 'several graders have this number' };
      grader = certs[0]?.grader ?? '';
      if (grader === '') return { verdict: 'not_found', note: 'no grader has this number' };
    }
    const verification = await client.verifyCert(grader as GraderName, cert, title);
    if (listing.grader === '' && verification.verdict === 'mismatch') {
      const note = `the grader is not named, and only ${grader} has this number`;
      return { verdict: 'uncertain', verification, note };
    }
    if (verification.verdict !== 'match' || isRead(listing.grade, verification)) {
      return { verdict: verification.verdict, verification };
    }
    const note = `"${listing.grade}" in the grade column is not clear`;
    return { verdict: 'uncertain', verification, note };
  } catch (error) {
    if (error instanceof NotFoundError) {
      const named = graderIn(title) ?? listing.grader;
      const more = named === listing.grader ? '' : ` The title names ${named}.`;
      return { verdict: 'not_found', note: error.message + more };
    }
    const isUnusable = error instanceof BadRequestError && /uri/.test(error.details.type);
    if (error instanceof InvalidParameterError || isUnusable) {
      return { verdict: 'invalid', note: error.message };
    }
    throw error;
  }
}

/** Whether a match is also one with the grade column: its number was read, and no second grader. */
function isRead(grade: string, { checks }: Verification): boolean {
  if (grade === '') return true;
  const [number = ''] = /auth|\d+(?:[.,]5)?/i.exec(grade) ?? [];
  const checkOf = (name: string) => checks.find(({ field }) => field === name);
  const [read, grader] = [checkOf('grade'), checkOf('grader')];
  const isSame = read?.title?.split(' ')[0] === number.toLowerCase().replace(',', '.');
  return isSame && read?.result === 'same' && (grader?.title === null || grader?.result === 'same');
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
    grade_result: verification?.checks.find(({ field }) => field === 'grade')?.result,
    unclear_fields: verification?.unclear_fields.join('; '),
    unexplained_words: verification?.unexplained_words.join('; '),
    grade: verification?.cert.grader_data.grade_label,
    description: verification?.cert.description,
    note,
  };
}

function jsonOf(
  { line, problem: _, ...listing }: Listing,
  { verdict, verification, note }: Verdict,
) {
  return { line, listing, ...verification, verdict, ...(note && { note }) };
}

function setStatus(verdict: string): void {
  if (verdict === 'mismatch') process.exitCode = STATUS.mismatch;
  else if (/not_found|invalid/.test(verdict)) process.exitCode ??= STATUS.notFound;
}
