import { CliError } from '../cli-error.js';
import { type FileKind, requiredColumns } from './file-kind.js';
import { shown } from './rejection.js';

export interface Header {
  /** Position of each known column in the file. */
  readonly positions: ReadonlyMap<string, number>;
  /** Columns in the file that are not part of the dataset format. */
  readonly unknown: readonly string[];
}

/**
 * Parses the header of a file.
 * @throws CliError if a required column is missing or a column occurs twice
 */
export function readHeader(file: string, kind: FileKind, cells: readonly string[]): Header {
  const positions = new Map<string, number>();
  const unknown: string[] = [];
  for (const [position, cell] of cells.entries()) {
    const column = cell.trim();
    if (!Object.hasOwn(kind.columns, column)) unknown.push(column);
    else if (positions.has(column)) {
      throw new CliError(`${file}: the header contains the column ${column} twice. Remove one.`);
    } else positions.set(column, position);
  }
  const missing = requiredColumns(kind).filter((column) => !positions.has(column));
  if (missing.length === 0) return { positions, unknown };
  const meant = unknown.filter((column) => similarColumn(kind, column));
  const hints = [
    ...(meant.length > 0 ? [`Write ${meant.map(shown).join(', ')} in lower case.`] : []),
    ...(cells.length === 1 ? ['Separate columns with commas, and save the file as UTF-8.'] : []),
  ];
  throw new CliError(
    [
      `${file}: the header lacks ${missing.join(', ')}. Required columns: ${requiredColumns(kind).join(', ')}.`,
      ...hints,
    ].join(' '),
  );
}

/** Returns the known column that differs from an unknown one only in letter case; undefined if there is none. */
export function similarColumn(kind: FileKind, unknown: string): string | undefined {
  return Object.keys(kind.columns).find((column) => column === unknown.toLowerCase());
}
