import Table from 'cli-table3';

type Cell = string | number | null;

/** Prints the result of a command: one JSON object with `--json`, otherwise text. */
export function print(json: boolean | undefined, result: object, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : text()}\n`);
}

/** Formats a plain-text table. Numbers are right-aligned; null becomes an empty cell. */
export function table(head: string[], rows: Cell[][]): string {
  const numeric = head.map((_, column) => typeof rows[0]?.[column] === 'number');
  const plain = new Table({
    head,
    colAligns: numeric.map((right) => (right ? 'right' : 'left')),
    style: { head: [], border: [], compact: true },
  });
  plain.push(...rows.map((row) => row.map(cellText)));
  return plain.toString();
}

function cellText(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('en') : (cell ?? '');
}

/** Formats rows as CSV (RFC 4180). A spreadsheet must not treat text as a formula. */
export function csv(rows: readonly (readonly unknown[])[]): string {
  const quote = (value: unknown): string => {
    const isFormula =
      typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) && Number.isNaN(+value);
    const text = `${isFormula ? "'" : ''}${value ?? ''}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(quote).join(',')).join('\n');
}
