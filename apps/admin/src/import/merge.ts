import type { ClientBase } from 'pg';
import type { Mode } from './mode.js';

/** Numbers of rows that an import added and changed, for one kind of file. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
}

export interface Merge {
  readonly table: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  /** A query that returns one row per key, with the key and its values. */
  readonly source: string;
}

/**
 * Inserts missing rows and updates rows whose values differ. Equal rows are not written. During a check, changes are
 * only counted.
 */
export async function merge(
  client: ClientBase,
  { table, key, values, source }: Merge,
  { writes }: Mode,
): Promise<Changes> {
  const sameKey = key.map((column) => `t.${column} = s.${column}`).join(' and ');
  const list = (alias: string): string => values.map((value) => `${alias}.${value}`).join(', ');
  const differs = `${sameKey} and row(${list('t')}) is distinct from row(${list('s')})`;
  const allNew = await isEmpty(client, table);
  const isNew = allNew ? 'true' : `not exists (select from ${table} t where ${sameKey})`;
  if (!writes) {
    const count = (from: string) => countOf(client, `select count(*) from ${from}`);
    return {
      added: await count(`(${source}) s where ${isNew}`),
      changed: allNew ? 0 : await count(`${table} t, (${source}) s where ${differs}`),
    };
  }
  const updated = allNew
    ? null
    : await client.query(
        `update ${table} t set ${values.map((value) => `${value} = s.${value}`).join(', ')}
         from (${source}) s where ${differs}`,
      );
  const columns = [...key, ...values].join(', ');
  const inserted = await client.query(
    `insert into ${table} (${columns}) select ${columns} from (${source}) s where ${isNew}`,
  );
  return { added: inserted.rowCount ?? 0, changed: updated?.rowCount ?? 0 };
}

export async function isEmpty(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`select not exists (select from ${table}) as empty`);
  return rows[0].empty;
}

export async function countOf(client: ClientBase, query: string): Promise<number> {
  const { rows } = await client.query({ text: query, rowMode: 'array' });
  return Number(rows[0]?.[0] ?? 0);
}
