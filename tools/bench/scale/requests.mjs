import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { asRole, startStack } from '@gcd/local';
import pg from 'pg';
import { timedAdmin } from '../admin.mjs';
import { openLoop } from '../open-loop.mjs';
import { median } from '../percentile.mjs';

const SAMPLE = 20_000;
/** Age in days of the oldest change to read. The API accepts up to 30. */
const SINCE_DAYS = 29;
const APPS = ['certs', 'cards', 'search', 'changes', 'gateway'];

/**
 * The kinds of requests, each with its rate per second. The rates are far below the product's maximum throughput, so
 * that requests do not queue.
 */
const KINDS = [
  { what: 'cert lookup', rate: 200, target: ({ certs }) => `/v1/certs/${any(certs)}` },
  { what: 'population', rate: 100, target: ({ cards }) => `/v1/cards/${any(cards)}/population` },
  {
    what: 'history of three years',
    rate: 50,
    target: ({ cards }) => `/v1/cards/${any(cards)}/population/history`,
  },
  {
    what: 'page of 1,000 changes',
    rate: 20,
    target: ({ pages }) => `/v1/cards/population/changes?limit=1000&${any(pages)}`,
  },
  {
    what: 'search',
    rate: 20,
    target: ({ queries }) => `/v1/cards/search/simple?query=${encodeURIComponent(any(queries))}`,
  },
];

const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Starts the API with a key, on the database of the given size. */
export async function startApi(size, { natsUrl, redisUrl, keysFile }) {
  const { databaseUrl, directory } = size;
  const stack = await startStack({
    databaseAs: asRole(databaseUrl),
    natsUrl,
    redisUrl,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: keysFile,
    apps: APPS,
    gateway: { RESPONSE_CACHE_MB: '0' },
  });
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl };
  const plan = ['--rate', '100000', '--period', 'day', '--permit', 'history,changes'];
  await timedAdmin(['plans', 'set', 'scale', ...plan], env);
  const { key } = (await timedAdmin(['keys', 'create', '--plan', 'scale'], env)).result;
  const address = `http://127.0.0.1:${stack.port}`;
  return {
    address,
    key,
    samples: await sample(size, address, key),
    stop: () => stack.stop(),
  };
}

/** Chooses random certs and cards to request, and collects cursors of feed pages. */
async function sample({ databaseUrl, certs: certCount }, address, key) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: last } = await client.query('select max(id) as id from cards');
  const ids = Array.from({ length: SAMPLE }, () => 1 + Math.floor(Math.random() * last[0].id));
  const { rows: cards } = await client.query(
    `select encode(card_id, 'hex') as id, concat_ws(' ', year, name, card_number) as query from cards
     where id = any($1)`,
    [ids],
  );
  const percent = Math.min(100, (100 * SAMPLE) / certCount);
  const { rows: certs } = await client.query(
    `select grader, cert from certs tablesample system (${percent}) where card is not null`,
  );
  await client.end();
  const since = new Date(Date.now() - SINCE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const pages = [`since=${since}`];
  for (let page = 0; page < 20; page += 1) {
    const target = `/v1/cards/population/changes?limit=1000&${pages.at(-1)}`;
    const response = await fetch(address + target, { headers: { 'x-api-key': key } });
    const { data } = await response.json();
    if (!data.has_more) break;
    pages.push(`cursor=${encodeURIComponent(data.next_cursor)}`);
  }
  return {
    certs: certs.map(({ grader, cert }) => `${grader}/${encodeURIComponent(cert)}`),
    cards: cards.map((card) => card.id),
    queries: cards.map(({ query }) => query).filter((query) => query.trim() !== ''),
    pages,
  };
}

/** Measures the latency of each kind of request at a fixed rate. Each round measures every dataset size in turn. */
export async function measureRequests(sizes, { rounds, seconds }) {
  const rows = [];
  let failed = 0;
  for (const { what, rate, target } of KINDS) {
    const results = new Map(sizes.map((size) => [size, []]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const size of sizes) {
        const { address, key, samples } = size.api;
        const load = openLoop({ address, key, rate, targetOf: () => target(samples) });
        await pause(seconds * 1000);
        load.stop();
        const taken = load.take();
        // Ignore the first round, which is a warm-up.
        if (round === 0) continue;
        if (taken.failed > taken.requests / 100) {
          throw new Error(
            `${what}: ${taken.failed} of ${taken.requests} failed (${taken.statuses})`,
          );
        }
        failed += taken.failed;
        results.get(size).push(taken);
      }
    }
    for (const name of ['p50', 'p99']) {
      const values = new Map(
        sizes.map((size) => [size, median(results.get(size).map((taken) => taken[name]))]),
      );
      rows.push({ what: `${what}, ${rate} per second, ${name} in ms`, digits: 2, values });
    }
  }
  console.error(`${failed} requests failed.`);
  return rows;
}
