import { Refusal } from '../refusal.js';
import type { FileKind } from './file-kind.js';

/** Where the columns of a kind stand in one file. */
export interface Header {
  /** Position of each known column that the file has. */
  readonly positions: ReadonlyMap<string, number>;
  /** Columns that the kind does not have. */
  readonly unknown: readonly string[];
}

/**
 * Reads the header of a file.
 * @throws Refusal when a required column is missing or a column stands there twice
 */
export function readHeader(file: string, kind: FileKind, cells: readonly string[]): Header {
  const known = new Set([...kind.required, ...kind.optional]);
  const positions = new Map<string, number>();
  const unknown: string[] = [];
  for (const [position, cell] of cells.entries()) {
    const column = cell.trim();
    if (!known.has(column)) unknown.push(column);
    else if (positions.has(column)) throw new Refusal(`${file}: the column ${column} stands twice`);
    else positions.set(column, position);
  }
  const missing = kind.required.filter((column) => !positions.has(column));
  if (missing.length === 0) return { positions, unknown };
  const columns = missing.length > 1 ? 'columns' : 'column';
  throw new Refusal(`${file}: the required ${columns} ${missing.join(', ')} missing`);
}
