import type { ClientBase } from 'pg';
import { type FileKind, stagingTable } from './file-kind.js';

/**
 * Keeps the first staged row for each key. Later rows with the same key are deleted if they equal the first, and
 * rejected otherwise.
 */
export async function deduplicate(client: ClientBase, kind: FileKind): Promise<void> {
  const table = stagingTable(kind.name);
  const key = kind.key.join(', ');
  const values = Object.keys(kind.staged).filter((column) => !kind.key.includes(column));
  const { rowCount } = await client.query(
    `create temp table first_rows as
     select distinct on (${key}) l.* from ${table} l join (
       select ${key} from ${table} where reason is null group by ${key} having count(*) > 1
     ) repeated using (${key})
     where reason is null order by ${key}, part, line`,
  );
  if (rowCount) {
    const sameKey = kind.key.map((column) => `l.${column} = f.${column}`).join(' and ');
    const differs = values.length
      ? `row(${values.map((v) => `l.${v}`)}) is distinct from row(${values.map((v) => `f.${v}`)})`
      : 'false';
    await client.query(
      `update ${table} l set reject_column = '${kind.key.at(-1)}',
         reason = 'The row repeats line ' || f.line || ' of ' || file.name || ' with other values. Remove one of them.'
       from first_rows f join staged_files file using (part)
       where ${sameKey} and (l.part, l.line) <> (f.part, f.line) and ${differs}`,
    );
    await client.query(
      `delete from ${table} l using first_rows f
       where ${sameKey} and (l.part, l.line) <> (f.part, f.line) and l.reason is null`,
    );
  }
  await client.query('drop table first_rows');
}
