export const FORMATS = ['table', 'json', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

type Cell = string | number | boolean | null | undefined;

/** A row of output, as values by column name. All rows have the same columns. */
export type Row = Readonly<Record<string, Cell>>;

/**
 * Prints results.
 * @param rows rows of a table or of CSV
 * @param data data for JSON; the items of a list are printed as one object per line
 */
export function print(format: Format, rows: readonly Row[], data: unknown): void {
  if (format === 'table') process.stdout.write(table(rows));
  if (format === 'csv') process.stdout.write(csv(rows));
  if (format !== 'json') return;
  for (const line of Array.isArray(data) ? data : [data]) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

/** Formats rows as CSV (RFC 4180). @param head whether to start with a header row */
export function csv(rows: readonly Row[], head = true): string {
  const [first] = rows;
  if (!first) return '';
  const lines = rows.map((row) => Object.values(row).map(csvCell).join(','));
  return `${[...(head ? [Object.keys(first).join(',')] : []), ...lines].join('\r\n')}\r\n`;
}

function csvCell(cell: Cell): string {
  // Prefix text that a spreadsheet would evaluate as a formula with an apostrophe.
  const text = typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(String(text ?? ''))
    ? `"${String(text).replaceAll('"', '""')}"`
    : String(text ?? '');
}

/** Formats rows as columns. Numbers are right-aligned. */
function table(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const names = Object.keys(first);
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => tableCell(row[name]).length)),
  );
  const line = (cells: readonly string[], isRight: (column: number) => boolean): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isRight(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const isNumber = (column: number): boolean => typeof first[names[column] ?? ''] === 'number';
  return [
    line(names, isNumber),
    ...rows.map((row) =>
      line(
        names.map((name) => tableCell(row[name])),
        isNumber,
      ),
    ),
  ]
    .map((text) => `${text}\n`)
    .join('');
}

function tableCell(cell: Cell): string {
  return printable(typeof cell === 'number' ? cell.toLocaleString('en') : String(cell ?? ''));
}

/** Replaces control characters and those that change the text direction, so that data cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
}
