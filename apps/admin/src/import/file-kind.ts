/** The name of a dataset file, without `.csv`. */
export type KindName =
  | 'cards'
  | 'matches'
  | 'specs'
  | 'certs'
  | 'populations'
  | 'images'
  | 'authentications';

/** One record of a file by column; absent columns are empty. Texts are trimmed. */
export type Row<Column extends string = string> = Readonly<Record<Column, string>>;

/** One value on its way into a staging table. */
export type StagedValue = string | number | boolean | null;

/** One column of a file: `docs/dataset.md` is generated from it. */
export interface Column {
  /** The file must have the column. Absent optional columns are empty. */
  readonly required?: true;
  /** What a value looks like, as in "COLUMN must be FORMAT". */
  readonly format: string;
  /** A value that is accepted. */
  readonly example: string;
  /** What the column means, or what an empty value means: sentences. */
  readonly note?: string;
}

/** One kind of file: its columns, how its rows are read, and the staging table that holds them until they are imported. */
export interface FileKind<Name extends string = string> {
  readonly name: KindName;
  /** What one row states: a sentence. */
  readonly description: string;
  readonly columns: Readonly<Record<Name, Column>>;
  /** Staged columns and their types, in the order in which `read` returns them. */
  readonly staged: Readonly<Record<string, string>>;
  /** Staged columns that two rows of one import must not share, unless they are equal in the others too. */
  readonly key: readonly string[];
  /**
   * Reads one row. Pure: it sees neither other rows nor the database.
   * @throws Rejection naming the column and the reason
   */
  read(row: Row<Name>): StagedValue[];
}

/** The staging table of a kind. It also has `part` and `line` (where a row is), `reject_column` and `reason`. */
export function stagingTable(name: KindName): string {
  return `load_${name}`;
}

/** The columns that a file of this kind must have. */
export function requiredColumns(kind: FileKind): string[] {
  return Object.keys(kind.columns).filter((name) => kind.columns[name]?.required);
}
