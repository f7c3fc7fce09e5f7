import type { ClientBase } from 'pg';
import { type FileKind, stagingTable } from './file-kind.js';

/** Returns SQL for a cert number without hyphens and leading zeros, which do not distinguish numbers. */
export const keyOf = (table: string): string => `ltrim(replace(${table}.cert, '-', ''), '0')`;

/** Returns SQL for whether a cert number differs from its key. An index contains the keys of such certs. */
const differsFromKey = (table: string): string =>
  `(${table}.cert like '%-%' or ${table}.cert like '0%')`;

/**
 * Gives every staged spelling of a cert number the stored spelling or, for a new number, the first staged one.
 * @param stored table or view with the stored cert numbers
 */
export async function unifySpellings(
  client: ClientBase,
  kind: FileKind,
  stored: string,
): Promise<void> {
  const table = stagingTable(kind.name);
  const graderOf = (name: string) =>
    kind.key.includes('grader') ? `${name}.grader` : "'psa'::grader";
  const isSame = (grader: string, key: string) =>
    `${graderOf('s')} = ${grader} and ${keyOf('s')} = ${key}`;
  await client.query(`
    create temp table several on commit drop as
    select ${graderOf('s')} as grader, ${keyOf('s')} as key from ${table} s
    where s.reason is null and ${differsFromKey('s')}
      and not exists (select from ${stored} t where ${graderOf('t')} = ${graderOf('s')} and t.cert = s.cert)
    union
    select ${graderOf('t')}, ${keyOf('t')} from ${table} s join ${stored} t
      on ${isSame(graderOf('t'), keyOf('t'))} and ${differsFromKey('t')} and t.cert <> s.cert
    where s.reason is null
  `);
  await client.query('analyze several');
  await client.query(`
    create temp table spellings on commit drop as
    select n.*, s.part, s.line, s.cert from several n join ${table} s on ${isSame('n.grader', 'n.key')}
    where s.reason is null
  `);
  await client.query(`
    update ${table} s set cert = first.cert
    from spellings p join (
      select distinct on (grader, key) grader, key, cert from (
        select *, true as is_staged from spellings
        union all
        select n.*, 0, 0, t.cert, false from several n join ${stored} t
          on ${graderOf('t')} = n.grader and ${keyOf('t')} = n.key and ${differsFromKey('t')}
        union all
        select n.*, 0, 0, t.cert, false from several n join ${stored} t on ${graderOf('t')} = n.grader and t.cert = n.key
      ) spelling order by grader, key, is_staged, part, line, cert
    ) first using (grader, key)
    where s.part = p.part and s.line = p.line and p.cert <> first.cert
  `);
  await client.query('drop table several, spellings');
}
