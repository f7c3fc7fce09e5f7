/** What a file of a dataset may hold. */
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

/** One kind of file: its columns, how its rows are read, and the table they wait in until the whole load is checked. */
export interface FileKind<Column extends string = string> {
  readonly name: KindName;
  readonly required: readonly Column[];
  readonly optional: readonly Column[];
  /** Staged columns and their types, in the order in which `read` returns them. */
  readonly staged: Readonly<Record<string, string>>;
  /** Staged columns that two rows of one load must not share, unless they are equal in the others too. */
  readonly key: readonly string[];
  /**
   * Reads one row: pure, no look at other rows or the database.
   * @throws Rejection naming the column and the reason
   */
  read(row: Row<Column>): StagedValue[];
}

/** The staging table of a kind. Also has `part` and `line` (where a row stands), `reject_column` and `reason`. */
export function stagingTable(name: KindName): string {
  return `load_${name}`;
}
