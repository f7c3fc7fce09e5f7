import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';

/** Names of columns, as people write them, without spaces and signs. The first pattern with a column decides. */
const HEADERS = {
  grader: [/^grader|^grading(?:company|service)|^gradedby/, /^(?:company|service)$/],
  cert: [
    /^cert(?:ification|ificate)?(?:no|num|nr|number|id)?s?$|certn/,
    /^(?:slab|serial)(?:no|number|id)?$/,
    /^(?:number|no)$/,
  ],
  title: [/title/, /^(?:listing|headline|item|itemname|name|description|card|text)$/],
} as const;

/** Positions of columns. */
export type Columns = { readonly [Column in keyof typeof HEADERS]?: number | undefined };

const GRADER = /(?<!\p{L})(?:psa|bgs|bvg|bccg|beckett|sgc|cgc|csg)(?!\p{L})/giu;
const CERT = /^\D{0,30}\d[\d ,-]{4,}\D{0,3}$|cert/i;

/** A file as spreadsheets and people keep it. */
export interface TableFile {
  /** The rows, without blank ones and without the header row. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Positions of the columns that the header row names; null if there is no header row. */
  readonly header: Columns | null;
}

/** Reads a CSV file. @param file its name, or `-` for standard input */
export async function readTable(file: string): Promise<TableFile> {
  const text = await readText(file);
  const records = parse(text, {
    delimiter: delimiterOf(text),
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const rows = records
    .map(({ record, info }) => ({ line: info.lines, cells: record }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const header = headerOf(rows[0]?.cells ?? []);
  return { rows: header ? rows.slice(1) : rows, header };
}

/** Reads a text file. Spreadsheets also write UTF-16. @param file its name, or `-` for standard input */
export async function readText(file: string): Promise<string> {
  const bytes = await buffer(file === '-' ? process.stdin : createReadStream(file));
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Finds the columns that a header row names. @returns null if the cells are not a header row */
export function headerOf(cells: readonly string[]): Columns | null {
  // Header rows contain no numbers, but rows with certs do.
  if (cells.some((cell) => /\d/.test(cell))) return null;
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}]/gu, ''));
  const columns = Object.entries(HEADERS).flatMap(([column, patterns]) => {
    const found = patterns.map((pattern) => names.findIndex((name) => pattern.test(name)));
    const at = found.find((position) => position >= 0);
    return at === undefined ? [] : [[column, at]];
  });
  return columns.length > 0 ? Object.fromEntries(columns) : null;
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

/** Returns the only grader that a text names; null if it names none or several. */
export function graderIn(text: string): string | null {
  const names = new Set(text.toLowerCase().match(GRADER));
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
