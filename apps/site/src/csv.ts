type Cell = string | number | undefined;

/** Formats rows as CSV. Spreadsheets do not treat the texts as formulas. An undefined value becomes an empty cell. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: Cell): string {
  const text =
    typeof cell === 'string' ? cell.replace(/^[=+\-@\t\r\n]/, "'$&") : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
