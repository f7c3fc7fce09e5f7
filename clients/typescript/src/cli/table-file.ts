import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { CliError } from './cli-error.js';

/** Matches names of columns that have grades only if most of their cells do. */
const OTHER_GRADE = /grad(?!er|edby|ing(?:co|service))|score|rating|condition/;
const GRADE = /^[\p{L}/+\s-]{0,25}(?:10|[1-9](?:[.,]5)?)(?:[.,]0)?[\p{L}()/+\s-]{0,25}$/u;

/** Names of columns, as people write them, without spaces and signs. The first pattern with a column decides. */
const HEADERS: Readonly<Record<Column, readonly RegExp[]>> = {
  grader: [
    /^grader$/,
    /grader(?!note|comment)|grading(?:co(?:mpany)?|service)$|(?:graded|slabbed|certified|authenticated)by/,
    /^(?:company|service|tpg|certifier|authenticator)$/,
  ],
  cert: [
    /^(?:slab|graded)?certs?$|cert(?:ification|ificate)?(?:no(?!te)|num|nr|number|id)|^certificat(?:e|ion)s?$/,
    /^(?:slab|serial)(?:no|number|id)?$/,
    /^(?:number|no)$/,
  ],
  grade: [
    /^grade$/,
    /^(?:cd|item|card|slab|overall|final|numeric|psa|bgs|beckett|cgc|sgc)?grade(?:id|value|number|no)?$/,
    OTHER_GRADE,
  ],
  title: [
    /^title$/,
    /(?<!sub)title/,
    /^(?:listing|headline|item|itemname|name|description|card|text)$/,
  ],
};

export const COLUMNS = ['grader', 'cert', 'grade', 'title'] as const;
type Column = (typeof COLUMNS)[number];

/** Positions of columns. */
export type Columns = { readonly [Name in Column]?: number | undefined };
/** Names of columns that the user chose. */
export type ChosenColumns = { readonly [Name in Column]?: string };

const GRADER =
  /(?<!\p{L})(?:(psa|professional\s+sports\s+authenticators?)|(bgs|bvg|bccg|beckett)|(sgc|sportscard\s+guaranty)|(cgc|csg|certified\s+guaranty))(?!\p{L})/giu;
/** Letters with full stops or spaces, such as `P.S.A.` and `P S A`. */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){2,}\p{L}?|(?<![\p{L}\p{N}])\p{L} \p{L} \p{L}(?!\p{L})/gu;
const CERT = /^\D{0,30}\d[\d ,-]{4,}\D{0,3}$|cert/i;

/** A file as spreadsheets and people keep it. */
export interface TableFile {
  /** The rows, without blank ones and without the header row. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Positions of the columns that the header row names; null if there is no header row. */
  readonly header: Columns | null;
  /** The cells of the first row. */
  readonly first: readonly string[];
}

/**
 * Reads a CSV file. @param file its name, or `-` for standard input
 * @throws CliError if it is not clear which column is meant
 */
export async function readTable(file: string, chosen: ChosenColumns = {}): Promise<TableFile> {
  // A spreadsheet may name the delimiter in the first line. Keep its line break, so that lines keep their numbers.
  const text = (await readText(file)).replace(/^"?sep=.?"?(?=[\r\n])/i, '');
  const rows = recordsOf(text)
    .map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = rows[0]?.cells ?? [];
  if (Object.keys(chosen).length === 0 && !isHeader(first)) {
    return { rows, header: null, first };
  }
  const listings = rows.slice(1);
  return { rows: listings, header: columnsOf(first, listings, chosen), first };
}

function recordsOf(text: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      ltrim: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }) as never;
  } catch (error) {
    throw new CliError(
      `${(error as Error).message}. Quote the whole cell, and double the quotes in it.`,
    );
  }
}

/** Reads a text file. Spreadsheets also write UTF-16 and Windows-1252. @param file its name, or `-` for standard input */
export async function readText(file: string): Promise<string> {
  const bytes = await buffer(file === '-' ? process.stdin : createReadStream(file)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(`Cannot read ${file}: ${error.message}.`);
    },
  );
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new CliError(`${file} is a workbook or an archive. Save the sheet as CSV.`);
  }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isUtf16 ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes);
}

/** Whether cells are a header row. */
export function isHeader(cells: readonly string[]): boolean {
  // Rows with certs contain long numbers. A header row with a number names at least the cert and the title.
  if (cells.some((cell) => /\d{6}|^\W*\d/.test(cell))) return false;
  const isNamed = (column: Column) => candidatesFor(column, cells).length > 0;
  return cells.some((cell) => /\d/.test(cell))
    ? isNamed('cert') && isNamed('title')
    : COLUMNS.some(isNamed);
}

/** Whether a column may have something else than grades. */
const isOtherGrade = (cell: string): boolean =>
  HEADERS.grade.findIndex((pattern) => pattern.test(nameOf(cell))) ===
  HEADERS.grade.indexOf(OTHER_GRADE);

const nameOf = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Returns the positions of the columns whose names fit best. */
function candidatesFor(column: Column, cells: readonly string[]): number[] {
  const matching = HEADERS[column].map((pattern) =>
    cells.flatMap((cell, at) => (pattern.test(nameOf(cell)) ? [at] : [])),
  );
  return matching.find(({ length }) => length > 0) ?? [];
}

function columnsOf(
  head: readonly string[],
  rows: TableFile['rows'],
  chosen: ChosenColumns,
): Columns {
  const columns: { [Name in Column]?: number } = {};
  for (const column of COLUMNS) {
    const named = chosen[column];
    const fitting = candidatesFor(column, head).filter(
      (at) => column !== 'grade' || !isOtherGrade(head[at] ?? '') || most(rows, at, isGrade),
    );
    const found =
      named === undefined
        ? fitting
        : head.flatMap((cell, at) => (cell.toLowerCase() === named.toLowerCase() ? [at] : []));
    const [at] = found;
    if (named === undefined && at === undefined) continue;
    if (at === undefined || found.length > 1) {
      const names = (at === undefined ? head : found.map((each) => head[each])).join(', ');
      const problem =
        at === undefined ? `There is no column "${named}"` : `Several columns may be the ${column}`;
      throw new CliError(`${problem}: ${names}. Choose one with --column ${column}=NAME.`);
    }
    // A serial number or a number may be that of the card.
    const isSure =
      named !== undefined || column !== 'cert' || HEADERS.cert[0]?.test(nameOf(head[at] ?? ''));
    const other = isSure ? undefined : rows.find(({ cells }) => cells[at] && !CERT.test(cells[at]));
    if (other) {
      throw new CliError(
        `The column "${head[at]}" may not have cert numbers: line ${other.line} has "${other.cells[at]}". Choose the column with --column cert=NAME.`,
      );
    }
    columns[column] = at;
  }
  const taken = Object.values(columns);
  const grader = head.findIndex((_name, at) => !taken.includes(at) && most(rows, at, isGrader));
  return { ...(grader >= 0 && { grader }), ...columns };
}

const isGrade = (cell: string): boolean => GRADE.test(cell);
const isGrader = (cell: string): boolean =>
  joinedInitials(cell).replace(GRADER, '').length < 16 &&
  !/\d{3}/.test(cell) &&
  graderIn(cell) !== null;

/** Whether a condition is true for most cells of a column. */
function most(rows: TableFile['rows'], at: number, isTrue: (cell: string) => boolean): boolean {
  const filled = rows.flatMap(({ cells }) => cells[at] || []);
  return filled.filter(isTrue).length * 2 > filled.length;
}

/** Finds the columns of a file without a header row by their cells. */
export function guessColumns(rows: TableFile['rows']): Columns {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const positions = Array.from({ length: width }, (_, at) => at);
  const best = (scoreOf: (cell: string) => number, taken: readonly (number | undefined)[]) => {
    const scores = positions.map((at) =>
      taken.includes(at) ? 0 : rows.reduce((sum, { cells }) => sum + scoreOf(cells[at] ?? ''), 0),
    );
    const most = Math.max(0, ...scores);
    return most > 0 ? scores.indexOf(most) : undefined;
  };
  const grader = best((cell) => (isGrader(cell) ? 1 : 0), []);
  const cert = best((cell) => (CERT.test(cell) ? 1 : 0), [grader]);
  const title = best((cell) => cell.length, [grader, cert]);
  return { grader, cert, title };
}

const joinedInitials = (text: string): string =>
  text.toLowerCase().replace(INITIALS, (initials) => initials.replace(/[. ]/g, ''));

/** Returns the only grader that a text names, by its name in responses; null if it names none or several. */
export function graderIn(text: string): string | null {
  const found = [...joinedInitials(text).matchAll(GRADER)];
  const names = new Set(
    found.map(
      ([, ...each]) => (['psa', 'beckett', 'sgc', 'cgc'] as const)[each.findIndex(Boolean)],
    ),
  );
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

/** Returns the sign that separates the cells of the first line that is not blank. */
function delimiterOf(text: string): string {
  const [line = ''] = /[^\r\n]*[^\s][^\r\n]*/.exec(text) ?? [];
  const outside = line.replace(/"[^"]*"/g, '');
  const count = (sign: string) => outside.split(sign).length;
  return [';', '\t', '|'].find((sign) => count(sign) > count(',')) ?? ',';
}
