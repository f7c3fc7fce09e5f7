import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { CliError } from './cli-error.js';

/** Names of columns, as people write them, without spaces and signs. The first pattern with a column decides. */
const HEADERS = {
  grader: [
    /^grader$/,
    /grader(?!note|comment)|grading(?:company|service)|gradedby/,
    /^(?:company|service)$/,
  ],
  cert: [
    /^certs?$|cert(?:ification|ificate)?(?:no(?!te)|num|nr|number|id)|^certificat(?:e|ion)s?$/,
    /^(?:slab|serial)(?:no|number|id)?$/,
    /^(?:number|no)$/,
  ],
  title: [/(?<!sub)title/, /^(?:listing|headline|item|itemname|name|description|card|text)$/],
} as const;

/** Positions of columns. */
export type Columns = { readonly [Column in keyof typeof HEADERS]?: number | undefined };

const GRADER = /(?<!\p{L})(?:psa|(bgs|bvg|bccg|beckett)|sgc|(cgc|csg))(?!\p{L})/giu;
const CERT = /^\D{0,30}\d[\d ,-]{4,}\D{0,3}$|cert/i;

/** A file as spreadsheets and people keep it. */
export interface TableFile {
  /** The rows, without blank ones and without the header row. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Positions of the columns that the header row names; null if there is no header row. */
  readonly header: Columns | null;
  /** Number of cells of the first row. */
  readonly width: number;
}

/** Reads a CSV file. @param file its name, or `-` for standard input */
export async function readTable(file: string): Promise<TableFile> {
  // A spreadsheet may name the delimiter in the first line. Keep its line break, so that lines keep their numbers.
  const text = (await readText(file)).replace(/^"?sep=.?"?(?=[\r\n])/i, '');
  const rows = recordsOf(text)
    .map(({ record, info }) => ({ line: info.lines, cells: record.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = rows[0]?.cells ?? [];
  const header = headerOf(first);
  return { rows: header ? rows.slice(1) : rows, header, width: first.length };
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
  const bytes = await buffer(file === '-' ? process.stdin : createReadStream(file));
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isUtf16 ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes);
}

/** Finds the columns that a header row names. @returns null if the cells are not a header row */
export function headerOf(cells: readonly string[]): Columns | null {
  // Rows with certs contain long numbers. A header row with a number names at least the cert and the title.
  if (cells.some((cell) => /\d{6}|^\W*\d/.test(cell))) return null;
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}]/gu, ''));
  const columns = Object.entries(HEADERS).flatMap(([column, patterns]) => {
    const found = patterns.map((pattern) => names.findIndex((name) => pattern.test(name)));
    const at = found.find((position) => position >= 0);
    return at === undefined ? [] : [[column, at]];
  });
  const found: Columns = Object.fromEntries(columns);
  const isHeader = cells.some((cell) => /\d/.test(cell))
    ? found.cert !== undefined && found.title !== undefined
    : columns.length > 0;
  return isHeader ? found : null;
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
  const grader = best(
    (cell) => (cell.length < 20 && !/\d{3}/.test(cell) && graderIn(cell) ? 1 : 0),
    [],
  );
  const cert = best((cell) => (CERT.test(cell) ? 1 : 0), [grader]);
  const title = best((cell) => cell.length, [grader, cert]);
  return { grader, cert, title };
}

/** Returns the only grader that a text names, by its name in responses; null if it names none or several. */
export function graderIn(text: string): string | null {
  const found = [...text.toLowerCase().matchAll(GRADER)];
  const names = new Set(
    found.map(([name, beckett, cgc]) => (beckett ? 'beckett' : cgc ? 'cgc' : name)),
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
