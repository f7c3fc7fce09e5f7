/** Name of a dataset file, without `.csv`. */
export type KindName =
  | 'cards'
  | 'matches'
  | 'specs'
  | 'certs'
  | 'populations'
  | 'images'
  | 'authentications';

/** A record of a file by column, with trimmed texts; absent columns are empty. */
export type Row<Column extends string = string> = Readonly<Record<Column, string>>;

/** A value for a staging table. */
export type StagedValue = string | number | boolean | null;

/** A column of a file. `docs/dataset.md` is generated from it. */
export interface Column {
  /** The file must have the column. Absent optional columns are empty. */
  readonly required?: true;
  /** Expected format, as in "COLUMN must be FORMAT". */
  readonly format: string;
  /** A valid value. */
  readonly example: string;
  /** Meaning of the column or of an empty value, in sentences. */
  readonly note?: string;
}

/**
 * A kind of file: its columns, how its rows are parsed, and the staging table that holds them until they are
 * imported.
 */
export interface FileKind<Name extends string = string> {
  readonly name: KindName;
  /** Meaning of a row, as a sentence. */
  readonly description: string;
  readonly columns: Readonly<Record<Name, Column>>;
  /** Staging columns and their types, in the order of the values that `read` returns. */
  readonly staged: Readonly<Record<string, string>>;
  /** Staging columns that identify a row within an import. */
  readonly key: readonly string[];
  /**
   * Parses a row. Pure: it sees neither other rows nor the database.
   * @throws Rejection with the column and the reason
   */
  read(row: Row<Name>): StagedValue[];
}

/**
 * The staging table of a kind. It also has `part` and `line` (position of the row), `reject_column` and
 * `reason`.
 */
export function stagingTable(name: KindName): string {
  return `load_${name}`;
}

/** The columns that a file of this kind must have. */
export function requiredColumns(kind: FileKind): string[] {
  return Object.keys(kind.columns).filter((name) => kind.columns[name]?.required);
}
