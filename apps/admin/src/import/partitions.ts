import type { ClientBase } from 'pg';

/**
 * Creates the history partitions that the staged populations need. Each partition is created and attached outside the
 * transaction of the import, so that queries never wait for the import.
 */
export async function createHistoryPartitions(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ year: number }>(`
    select distinct extract(year from recorded_on)::integer as year from staged_populations where reason is null
  `);
  for (const { year } of rows) {
    const partition = `population_history_${year}`;
    const found = await client.query('select to_regclass($1) as name', [partition]);
    if (found.rows[0].name) continue;
    await client.query(`
      begin;
      create table ${partition} (like population_history including all);
      alter table population_history attach partition ${partition}
        for values from ('${year}-01-01') to ('${year + 1}-01-01');
      commit;
    `);
  }
}
