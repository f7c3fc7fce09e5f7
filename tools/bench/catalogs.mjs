// Builds and downloads a large catalog. Uses its own servers.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  runAdmin,
  startApp,
  startServers,
} from '@gcd/local';
import { Objm } from '@nats-io/obj';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { copyRows } from '../../apps/admin/dist/catalogs/catalog.query.js';
import { readOptions } from './options.mjs';
import { percentile } from './percentile.mjs';
import { rounded } from './rounded.mjs';

const ROUNDS = 3;
const REQUESTS_PER_SECOND = 200;
// Number of measurement periods. Short periods with and without downloads alternate, so that other work on the machine
// affects both kinds equally.
const PERIODS = 6;
const REQUESTS_PER_PERIOD = 800;
const CATALOG = '/v1/catalogs/psa';

const HELP = `Usage: npm run bench:catalogs -- [--cards N]
--cards N  number of cards in the catalog (default: 2000000)
Requires psql, gzip and curl.`;

const { cards } = readOptions(HELP, { cards: 2_000_000 }).values;

// SQL that creates cards with values as long as those in the sample. Half of the cards are matched.
const CARDS = `
  insert into cards (card_id, grader, spec_id, category, year, set_name, name, card_number, parallel, description)
  select substr(sha224(n::text::bytea), 1, 20), 'psa', (500000 + n)::text, 'Pokemon', year, set_name, name, number,
    parallel, concat_ws(' ', year, set_name, '#' || number, name, parallel)
  from (
    select n, (1996 + n % 30)::text as year, (n % 250)::text as number,
      'POKEMON ' || upper(translate(substr(md5((n % 400)::text), 1, 16), '0123456789', ' aeiourstl')) as set_name,
      upper(translate(substr(md5((n % 9000)::text), 1, 14), '0123456789', ' aeiourstl')) as name,
      case n % 3 when 0 then 'REVERSE HOLO' end as parallel
    from generate_series(1, ${cards}) n
  ) made`;
const CERTS = `
  insert into certs (grader, cert, card, grade)
  select 'psa', (10000000 + n)::text, 1 + n % ${cards}, 18 from generate_series(0, 99999) n`;

const directory = mkdtempSync(path.join(tmpdir(), 'bench-catalogs-'));
chmodSync(directory, 0o755);
const servers = await startServers({
  dataDir: path.join(directory, 'servers'),
  keep: false,
  log: console.error,
  env: {},
});
const env = { DATABASE_URL: servers.databaseUrl, NATS_URL: servers.natsUrl };
const nats = await connect({ servers: servers.natsUrl });
const apps = new Map();
let address = '';
let key = '';

try {
  await makeData();
  await inRounds('Building', buildBesidePsql);
  await start();
  await inRounds('One download, MB of gzip a second', downloadBesideBareClient);
  await inRounds('Cert lookups during 20 downloads with 10 MB/s in total', lookUpDuringDownloads);
  for (const [name, { pid }] of apps) console.log(`${name}: at most ${mostMemory(pid)} MB`);
} finally {
  for (const app of apps.values()) await app.stop();
  await nats.close();
  await servers.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function makeData() {
  await runAdmin(['migrate'], env);
  const client = new pg.Client(servers.databaseUrl);
  await client.connect();
  await client.query(CARDS);
  await client.query('update cards set universal = id where id % 2 = 0');
  await client.query(CERTS);
  await client.query('vacuum analyze');
  await client.end();
}

async function start() {
  const plan = ['plans', 'set', 'bench', '--rate', '100000', '--period', 'day'];
  await runAdmin(plan, env);
  const create = ['keys', 'create', '--plan', 'bench', '--catalogs', 'psa'];
  ({ key } = await runAdmin(create, env));
  const options = {
    databaseAs: asRole(servers.databaseUrl),
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
    logDir: directory,
    cursorKeysFile: cursorKeysFile(directory),
  };
  for (const name of ['certs', 'catalogs', 'gateway']) {
    apps.set(name, await startApp(name, environmentOf(name, options), directory));
  }
  address = `http://127.0.0.1:${apps.get('gateway').port}`;
}

async function inRounds(title, once) {
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) rows.push(await once());
  console.log(title);
  console.table(rows);
}

async function buildBesidePsql() {
  const query = copyRows('psa', 'cards', 'http://localhost:3000').replace(/\s+/g, ' ');
  const command = 'psql "$0" -qc "$1" | gzip -6 > /dev/null';
  const [plain] = await timed(() =>
    execFileSync('bash', ['-c', command, servers.databaseUrl, `\\${query}`]),
  );
  const [build, { catalogs }] = await timed(() => runAdmin(['catalogs', 'build', 'psa'], env));
  const [{ rows, csv_bytes, gzip_bytes }] = catalogs;
  return {
    rows,
    'CSV MB': megabytes(csv_bytes),
    'gzip MB': megabytes(gzip_bytes),
    'psql | gzip -6 s': rounded(plain, 2),
    'build s': rounded(build, 2),
    'build ÷ psql': rounded(build / plain, 2),
  };
}

async function downloadBesideBareClient() {
  const { catalogs } = await runAdmin(['catalogs', 'list'], env);
  const [{ version, gzip_bytes, csv_bytes }] = catalogs;
  const store = await new Objm(nats).open(`catalog-psa-${version}`);
  const rate = ([seconds]) => megabytes(gzip_bytes) / seconds;
  const bare = rate(
    await timed(async () => {
      const { data } = await store.get('catalog.csv.gz');
      for await (const _chunk of data);
    }),
  );
  const gzip = rate(await timed(() => download('gzip', gzip_bytes)));
  const identity = rate(await timed(() => download('identity', csv_bytes)));
  return {
    'bare client': rounded(bare, 2),
    'over HTTP': rounded(gzip, 2),
    'HTTP ÷ bare': rounded(gzip / bare, 2),
    'uncompressed over HTTP': rounded(identity, 2),
    'in MB/s of CSV': rounded((identity * csv_bytes) / gzip_bytes, 2),
  };
}

async function download(encoding, length) {
  const response = await send(CATALOG, { 'accept-encoding': encoding });
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  if (received !== length) throw new Error(`${received} bytes of ${length}`);
}

async function lookUpDuringDownloads() {
  const readers = fork(fileURLToPath(new URL('./catalog-readers.mjs', import.meta.url)), {
    env: { ...process.env, ADDRESS: address + CATALOG, KEY: key },
  });
  const alone = [];
  const beside = [];
  for (let period = 0; period < PERIODS; period += 1) {
    alone.push(...(await lookUps()));
    readers.send('read');
    await once(readers, 'message');
    beside.push(...(await lookUps()));
    readers.send('rest');
    await once(readers, 'message');
  }
  readers.disconnect();
  const [p50Alone, p50Beside] = [percentile(alone, 0.5), percentile(beside, 0.5)];
  const [p99Alone, p99Beside] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  return {
    'p50 alone ms': rounded(p50Alone, 2),
    'p50 beside ms': rounded(p50Beside, 2),
    'p50 ratio': rounded(p50Beside / p50Alone, 2),
    'p99 alone ms': rounded(p99Alone, 2),
    'p99 beside ms': rounded(p99Beside, 2),
    'p99 ratio': rounded(p99Beside / p99Alone, 2),
  };
}

/**
 * Sends requests at a fixed rate, without waiting for earlier responses.
 * @returns the latency of each request in milliseconds
 */
async function lookUps() {
  const requests = [];
  const began = performance.now();
  for (let index = 0; index < REQUESTS_PER_PERIOD; index += 1) {
    const wait = began + (index / REQUESTS_PER_SECOND) * 1000 - performance.now();
    if (wait > 0) await pause(wait);
    const target = `/v1/certs/psa/${10_000_000 + ((index * 7919) % 100_000)}`;
    requests.push(timed(async () => (await send(target)).resume()));
  }
  return (await Promise.all(requests)).map(([seconds]) => seconds * 1000);
}

async function send(target, headers = {}) {
  const [response] = await once(
    get(address + target, { headers: { 'x-api-key': key, ...headers } }),
    'response',
  );
  if (response.statusCode !== 200) throw new Error(`${target} returned ${response.statusCode}`);
  return response;
}

async function timed(work) {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

function mostMemory(pid) {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function megabytes(bytes) {
  return rounded(bytes / 1e6, 2);
}
