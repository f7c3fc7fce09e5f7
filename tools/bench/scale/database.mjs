import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runAdmin } from '@gcd/local';
import { synthesize } from '@gcd/synth';
import { timedImport } from '../harness/admin.mjs';
import { withClient } from '../harness/dataset.mjs';

/** Date of the latest populations. */
const LATEST = '2026-10-31';
const YEAR_DAYS = 365;
/**
 * Days of populations per import. Longer periods take less time in total, but need more disk space for temporary
 * tables.
 */
const IMPORT_DAYS = 183;
const DAY_MS = 86_400_000;
const TABLES = ['cards', 'certs', 'populations', 'population_history', 'search_cards'];

/**
 * Imports a dataset: everything with the populations of the first day, and then the populations of half a year at a
 * time. Continues where an earlier run stopped.
 */
export async function prepare(directory, urls, { certs, cards, years }) {
  await runAdmin(['migrate'], { DATABASE_URL: urls.databaseUrl });
  await withClient(urls.databaseUrl, async (client) => {
    const { rows: datasets } = await client.query('select as_of::text from dataset');
    let date = datasets[0]?.as_of;
    if (!date) {
      date = addDays(LATEST, -years * YEAR_DAYS);
      const dataset = path.join(directory, 'base');
      await synthesize({ directory: dataset, cards, certs, days: 0, until: date, overwrite: true });
      await timedImport(dataset, urls);
      rmSync(dataset, { recursive: true });
    }
    while (date < LATEST) {
      const days = Math.min(IMPORT_DAYS, (Date.parse(LATEST) - Date.parse(date)) / DAY_MS);
      date = addDays(date, days);
      await importPopulations(directory, urls, { cards, days: days - 1, until: date });
    }
    await client.query('vacuum analyze');
  });
}

/** Measures the size of each table and its indexes. @returns rows of the table of results */
export async function bytesPerRow(sizes) {
  const rows = TABLES.map((table) => ({
    what: `${table}, bytes per row on disk`,
    digits: 0,
    values: [],
  }));
  for (const { urls } of sizes) {
    await withClient(urls.databaseUrl, async (client) => {
      for (const [index, table] of TABLES.entries()) {
        const { rows: found } = await client.query(
          `select coalesce(
               (select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}') where isleaf),
               pg_total_relation_size('${table}')
             )::float8 / greatest(1, (select count(*) from ${table})) as bytes`,
        );
        rows[index].values.push(found[0].bytes);
      }
    });
  }
  return rows;
}

/** Generates a dataset, and imports only its populations. */
async function importPopulations(directory, urls, options) {
  const dataset = path.join(directory, 'generated');
  const populations = path.join(directory, options.until);
  await synthesize({ ...options, directory: dataset, certs: 0, overwrite: true });
  rmSync(populations, { recursive: true, force: true });
  mkdirSync(populations);
  renameSync(path.join(dataset, 'populations.csv'), path.join(populations, 'populations.csv'));
  await timedImport(populations, urls);
  for (const each of [dataset, populations]) rmSync(each, { recursive: true });
}

function addDays(date, days) {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
