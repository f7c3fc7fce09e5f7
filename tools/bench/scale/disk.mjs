import pg from 'pg';

const TABLES = ['cards', 'certs', 'populations', 'population_history', 'search_cards'];

/** Measures the size of each table and its indexes, in bytes per row. */
export async function bytesPerRow(sizes) {
  const rows = TABLES.map((table) => ({
    what: `${table}, bytes per row on disk`,
    digits: 0,
    table,
    values: new Map(),
  }));
  for (const size of sizes) {
    const client = new pg.Client(size.databaseUrl);
    await client.connect();
    for (const { table, values } of rows) {
      const { rows: found } = await client.query(
        `select coalesce(
             (select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}') where isleaf),
             pg_total_relation_size('${table}')
           )::float8 / greatest(1, (select count(*) from ${table})) as bytes`,
      );
      values.set(size, found[0].bytes);
    }
    await client.end();
  }
  return rows;
}
