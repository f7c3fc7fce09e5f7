// The parts of the product that search needs: a database, NATS, `admin` and the search service.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { searchSimple } from '@gcd/contracts';
import { runAdmin, startApp, startOpenSearch } from '@gcd/local';
import { connectNats, OperationClient } from '@gcd/nats/client';
import { createLogger } from '@gcd/process';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { atEnd } from '../harness/run.mjs';
import { SITE_URL, startServers } from '../harness/servers.mjs';

const COLUMNS =
  'card_id grader description category year set_name name card_number parallel subset'.split(' ');
const CHUNK = 1 << 20;
const NO_FILTER = { category: null, year: null, grader: null };
const cell = (text) => `"${text.replaceAll('"', '""')}"`;

/**
 * Starts the product with a catalog.
 * @param prepare work to do in the database before the search table is rebuilt, if any
 * @param options `state`: directory in which the data is kept for later runs; if empty, the data is temporary.
 * `search`: `postgres` or `opensearch`
 */
export async function startProduct(entries, prepare, { state, search }) {
  const directory = state || mkdtempSync(path.join(tmpdir(), 'bench-search-'));
  if (!state) atEnd(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  const built = path.join(directory, 'built');
  // Remove the incomplete database of an interrupted build.
  if (!existsSync(built))
    rmSync(path.join(directory, 'postgres'), { recursive: true, force: true });
  const { urls } = await startServers(directory, state !== '');
  const env = { DATABASE_URL: urls.databaseUrl };
  await runAdmin(['migrate'], env);
  const database = new pg.Pool({
    connectionString: urls.databaseUrl,
    max: 1,
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    idleTimeoutMillis: 0,
  });
  atEnd(() => database.end());
  if (!existsSync(built)) {
    await writeCards(entries, database);
    await prepare?.(database);
    await runAdmin(['search', 'rebuild'], env);
    await database.query('vacuum analyze search_cards');
    writeFileSync(built, '');
  }
  const SEARCH_URL = search === 'opensearch' ? await startEngine(directory, state !== '', env) : '';
  const settings = { ...env, NATS_URL: urls.natsUrl, SEARCH_URL, SITE_URL, HEALTH_PORT: '0' };
  const service = await startApp('search', settings, directory);
  atEnd(() => service.stop());
  const connection = await connectNats(urls.natsUrl, 'bench', createLogger('bench', 'silent'));
  atEnd(() => connection.close());
  const client = new OperationClient(connection);
  return {
    database,
    searchUrl: SEARCH_URL,
    async search(query) {
      const parameters = { query, page: 1, ...NO_FILTER };
      const { status, payload } = await client.call(searchSimple, parameters, 'bench');
      const data = JSON.parse(Buffer.from(payload).toString());
      return status === 200 ? data : { failed: data };
    },
  };
}

/** Starts OpenSearch on three nodes, and builds the index unless an earlier run has. @returns its URLs */
async function startEngine(directory, keep, env) {
  const dir = path.join(directory, 'opensearch');
  const options = { dir, keep, log: console.error, nodes: 3, heapMegabytes: 1500 };
  const nodes = await startOpenSearch(options);
  for (const node of nodes) atEnd(() => node.stop());
  const SEARCH_URL = nodes.map(({ url }) => url).join(',');
  const built = path.join(directory, 'built-opensearch');
  if (!existsSync(built)) {
    const { seconds } = await runAdmin(['search', 'build'], { ...env, SEARCH_URL });
    writeFileSync(built, String(seconds));
  }
  return SEARCH_URL;
}

/** Writes grader cards to the database. They have neither counts nor sets. */
async function writeCards(entries, database) {
  const client = await database.connect();
  const copy = client.query(from(`copy cards (${COLUMNS}) from stdin with (format csv)`));
  await pipeline(async function* () {
    let lines = '';
    for await (const entry of entries) {
      const row = { ...entry, card_id: `\\x${entry.card_id}` };
      lines += `${COLUMNS.map((column) => cell(row[column])).join(',')}\n`;
      if (lines.length < CHUNK) continue;
      yield lines;
      lines = '';
    }
    yield lines;
  }, copy);
  client.release();
}
