import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { timedAdmin } from '../admin.mjs';

/** Files of `admin synth` in import order. After an interrupted run, only the last import is repeated. */
const IMPORTS = [
  ['cards', 'matches', 'specs'],
  ['certs', 'images', 'authentications'],
  ['populations'],
];

/**
 * Generates and imports a dataset. Steps that an earlier run has completed are skipped.
 * @param size number of `certs`, `cards` and `years`
 * @returns the size, with its `name`, `directory`, `databaseUrl` and number of `changes`
 */
export async function prepare(directory, serverUrl, size) {
  const name = `scale_${size.certs}_${size.cards}_${size.years}`;
  const own = path.join(directory, name);
  const data = path.join(own, 'data');
  mkdirSync(own, { recursive: true });
  if (!existsSync(path.join(data, 'authentications.csv'))) {
    const { result, seconds, peakMb } = await timedAdmin(
      ['synth', data, '--overwrite', ...synthOptions(size, size.years * 365)],
      {},
    );
    logRate(`synth of ${name}`, result.files, seconds, peakMb);
  }
  const databaseUrl = await database(serverUrl, name);
  const env = { DATABASE_URL: databaseUrl };
  await timedAdmin(['migrate'], env);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (const files of IMPORTS) {
      const part = directoryWith(own, data, files);
      const finished = `select from loads where status = 'finished' and directory = $1`;
      if ((await client.query(finished, [part])).rowCount > 0) continue;
      const { result, seconds, peakMb } = await timedAdmin(['import', part], env);
      logRate(`import of ${files.join(', ')} into ${name}`, result.files, seconds, peakMb);
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

/** Returns options of `admin synth`. @param days number of days with population changes */
export function synthOptions({ certs, cards }, days) {
  return ['--certs', certs, '--cards', cards, '--days', days].map(String);
}

/** Creates a directory with only some files of a dataset. @returns its path */
export function directoryWith(own, data, files) {
  const part = path.join(own, files.join('-'));
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  for (const file of files)
    symlinkSync(path.join(data, `${file}.csv`), path.join(part, `${file}.csv`));
  return part;
}

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
  const rows = Object.values(files).reduce(
    (sum, { rows: written, read }) => sum + (written ?? read),
    0,
  );
  console.error(
    `${what}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, peak ${peakMb} MB`,
  );
}
