import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { synthesize } from '@gcd/synth';
import pg from 'pg';
import { timedAdmin } from '../admin.mjs';

/** Files of a synthetic dataset that are imported before the populations, in import order. */
const BASE = [
  ['cards', 'matches', 'specs'],
  ['certs', 'images', 'authentications'],
];
/** Date of the latest populations. */
const LATEST = '2026-10-31';
const YEAR_DAYS = 365;
/**
 * Days of populations per import. Longer periods take less time in total, but need more disk space for temporary
 * tables.
 */
const IMPORT_DAYS = 183;
const DAY_MS = 86_400_000;

/**
 * Generates and imports a dataset: first everything except populations, then the populations of half a year at a time.
 * Imports that an earlier run has completed are skipped.
 * @param size number of `certs`, `cards` and `years`
 * @returns the size, with its `name`, `directory`, `databaseUrl` and number of `changes`
 */
export async function prepare(directory, serverUrl, size) {
  const name = `scale_${size.certs}_${size.cards}_${size.years}`;
  const own = path.join(directory, name);
  mkdirSync(own, { recursive: true });
  const databaseUrl = await database(serverUrl, name);
  await timedAdmin(['migrate'], { DATABASE_URL: databaseUrl });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const files = { directory: own, databaseUrl, client };
    await importStep(files, 'base', { ...size, days: 0 }, BASE);
    const days = size.years * YEAR_DAYS;
    let done = await importedDays(client, days);
    while (done < days) {
      const next = Math.min(IMPORT_DAYS, days - done);
      done += next;
      const until = dateBefore(LATEST, days - done);
      const options = { ...size, certs: 0, days: next - 1, until };
      await importStep(files, until, options, [['populations']]);
    }
    await client.query('vacuum analyze');
    const { rows } = await client.query(
      'select count(*)::integer as changes from population_history',
    );
    return { ...size, name, directory: own, databaseUrl, changes: rows[0].changes };
  } finally {
    await client.end();
  }
}

/**
 * Generates a dataset, imports some of its files, and removes the dataset. Does nothing if all imports are finished.
 * @param options options of `synthesize`
 * @param imports names of the files of each import
 */
async function importStep({ directory, databaseUrl, client }, name, options, imports) {
  const data = path.join(directory, name);
  const { rows } = await client.query(`select directory from loads where status = 'finished'`);
  const finished = new Set(rows.map((row) => row.directory));
  const open = imports.filter((files) => !finished.has(partOf(data, files)));
  if (open.length > 0 && !existsSync(path.join(data, 'authentications.csv'))) {
    console.error(`generating ${data}`);
    await synthesize({ ...options, directory: data, overwrite: true });
  }
  for (const files of open) {
    const part = directoryWith(data, files);
    const { result, seconds, peakMb } = await timedAdmin(['import', part], {
      DATABASE_URL: databaseUrl,
    });
    logRate(`import of ${part}`, result.files, seconds, peakMb);
  }
  rmSync(data, { recursive: true, force: true });
}

/** Returns how many of the dataset's `days` have been imported. */
async function importedDays(client, days) {
  const { rows } = await client.query(`select $1::date - as_of as missing from dataset`, [LATEST]);
  return days - (rows[0]?.missing ?? days);
}

function dateBefore(date, days) {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Creates a directory with only some files of a dataset. @returns its path */
export function directoryWith(data, files) {
  const part = partOf(data, files);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  for (const file of files)
    symlinkSync(path.join(data, `${file}.csv`), path.join(part, `${file}.csv`));
  return part;
}

const partOf = (data, files) => path.join(data, files.join('-'));

async function database(serverUrl, name) {
  const client = new pg.Client(serverUrl);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function logRate(what, files, seconds, peakMb) {
  const rows = Object.values(files).reduce((sum, { read }) => sum + read, 0);
  console.error(
    `${what}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, peak ${peakMb} MB`,
  );
}
