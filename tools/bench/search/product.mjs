// The parts of the product that search needs: a database, NATS, `admin` and the search service.

import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { searchSimple, searchStructured } from '@gcd/contracts';
import { runAdmin, startApp, startNats, startPostgres } from '@gcd/local';
import { connectNats, OperationClient } from '@gcd/nats/client';
import { createLogger } from '@gcd/process';
import getPort from 'get-port';
import pg from 'pg';

const COLUMNS = [
  'card_id',
  'grader',
  'description',
  'category',
  'year',
  'set_name',
  'name',
  'card_number',
  'parallel',
  'subset',
];
const NO_FILTER = { category: null, year: null, grader: null };
const cell = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Starts the product with a catalog.
 * @param prepare work to do in the database before the search table is rebuilt
 * @param state directory in which the database is kept for later runs; if undefined, the database is temporary
 */
export async function startProduct(entries, prepare, state) {
  const directory = state ?? mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  const built = path.join(directory, 'built');
  const isBuilt = existsSync(built);
  // Remove the incomplete database of an interrupted build.
  if (!isBuilt) rmSync(path.join(directory, 'postgres'), { recursive: true, force: true });
  const options = { keep: Boolean(state), log: console.error };
  const postgres = await startPostgres({ ...options, dir: path.join(directory, 'postgres') });
  const nats = await startNats({ ...options, dir: path.join(directory, 'nats') });
  const env = { DATABASE_URL: postgres.url };
  await runAdmin(['migrate'], env);
  const database = new pg.Pool({
    connectionString: postgres.url,
    max: 1,
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    idleTimeoutMillis: 0,
  });
  let rebuilt = null;
  if (!isBuilt) {
    const dataset = path.join(directory, 'dataset');
    await writeCards(entries, dataset);
    await runAdmin(['import', dataset], env);
    rmSync(dataset, { recursive: true });
    await prepare?.(database);
    rebuilt = await runAdmin(['search', 'rebuild'], env);
    await database.query('vacuum analyze search_cards');
    writeFileSync(built, '');
  }
  const service = await startApp(
    'search',
    {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      SITE_URL: 'http://localhost',
      HEALTH_PORT: String(await getPort({ host: '127.0.0.1' })),
    },
    directory,
  );
  const connection = await connectNats(nats.url, 'bench', createLogger('bench', 'silent'));
  const client = new OperationClient(connection);
  // Use the same settings as the services, but let PostgreSQL plan each statement at every execution.
  const baseline = new pg.Pool({ connectionString: postgres.url, max: 1, options: '-c jit=off' });
  return {
    database,
    pid: service.pid,
    baseline,
    rebuilt,
    async search(query, page = 1) {
      const { status, payload } = await client.call(
        searchSimple,
        { query, page, ...NO_FILTER },
        'bench',
      );
      const data = JSON.parse(Buffer.from(payload).toString());
      return status === 200 ? data : { failed: data };
    },
    structured: (query, grader = null) => client.call(searchStructured, { query, grader }, 'bench'),
    async stop() {
      await connection.close();
      await service.stop();
      await database.end();
      await baseline.end();
      await nats.stop();
      await postgres.stop();
      if (!state) rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function writeCards(entries, dataset) {
  mkdirSync(dataset, { recursive: true });
  const gzip = createGzip({ level: 1 });
  const file = createWriteStream(path.join(dataset, 'cards.csv.gz'));
  gzip.pipe(file);
  gzip.write(`${COLUMNS.join(',')}\n`);
  let lines = '';
  for await (const entry of entries) {
    lines += `${COLUMNS.map((column) => cell(entry[column])).join(',')}\n`;
    if (lines.length < 1 << 20) continue;
    if (!gzip.write(lines)) await once(gzip, 'drain');
    lines = '';
  }
  gzip.end(lines);
  await once(file, 'finish');
}
