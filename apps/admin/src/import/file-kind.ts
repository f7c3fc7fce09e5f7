/** Name of a dataset file, without `.csv`. */
export type KindName =
  | 'cards'
  | 'matches'
  | 'specs'
  | 'certs'
  | 'populations'
  | 'images'
  | 'authentications';

/** A record of a file, by column. Values are trimmed; absent columns are empty strings. */
export type Row<Column extends string = string> = Readonly<Record<Column, string>>;

export type StagedValue = string | number | boolean | null;

/** A column of a dataset file. `admin columns` prints these definitions. */
export interface Column {
  /** Whether the column must be present in the file. If an optional column is absent, its values are empty. */
  readonly required?: true;
  /** The expected format, as it appears in "COLUMN must be FORMAT". */
  readonly format: string;
  readonly example: string;
  /** Sentences that explain the column or the meaning of an empty value. */
  readonly note?: string;
}

/**
 * A kind of file: its columns, how its rows are parsed, and the columns of its staging table, which holds the rows
 * until they are applied.
 */
export interface FileKind<Name extends string = string> {
  readonly name: KindName;
  /** A sentence that explains what one row represents. */
  readonly description: string;
  readonly columns: Readonly<Record<Name, Column>>;
  /** Names and types of the staging columns, in the order of the values that `read` returns. */
  readonly staged: Readonly<Record<string, string>>;
  /** Staging columns that identify a row within the import. */
  readonly key: readonly string[];
  /**
   * Parses a row without access to other rows or the database.
   * @throws Rejection with the column and the reason
   */
  read(row: Row<Name>): StagedValue[];
}

/**
 * Returns the name of the staging table for a kind. Besides the columns of the kind, the table has `part` and `line`
 * for the position of a row, and `reject_column` and `reason`, which are null unless the row is rejected.
 */
export function stagingTable(name: KindName): string {
  return `staged_${name}`;
}

export function requiredColumns(kind: FileKind): string[] {
  return Object.keys(kind.columns).filter((name) => kind.columns[name]?.required);
}
