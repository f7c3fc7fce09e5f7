import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { asRole, cursorKeysFile, startNats, startRedis, startStack } from '@gcd/local';
import pg from 'pg';
import { timedAdmin } from './admin.mjs';
import { median } from './percentile.mjs';
import { openLoop } from './open-loop.mjs';
import { rounded } from './rounded.mjs';

const FIRST_DAY = Date.parse('2026-11-01');
const DAY_MS = 86_400_000;
const ALONE_MS = 10_000;

/**
 * Imports new counts for some cards, day by day, while requests arrive at a fixed rate. Periods with and without
 * imports alternate.
 * @param options `databaseUrl` of a database with the dataset of `data`; `changed` cards per day; `rate` in requests
 * per second
 */
export async function updatesUnderLoad(options) {
  const { directory, databaseUrl, rate, rounds } = options;
  const log = console.error;
  const [nats, redis] = await Promise.all([
    startNats({ dir: path.join(directory, 'nats'), keep: false, log }),
    startRedis({ dir: path.join(directory, 'redis'), keep: false, log }),
  ]);
  const stack = await startStack({
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps: ['certs', 'cards', 'changes', 'gateway'],
  });
  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url };
  const plan = ['bench', '--rate', '100000', '--period', 'day', '--permit', 'changes'];
  await timedAdmin(['plans', 'set', ...plan], env);
  const { key } = (await timedAdmin(['keys', 'create', '--plan', 'bench'], env)).result;
  const address = `http://127.0.0.1:${stack.port}`;
  const load = openLoop({ address, key, rate, targetOf: await someTargets(databaseUrl) });
  await pause(ALONE_MS);

  const table = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const update = await writeUpdate(options, turn);
    load.take();
    await pause(ALONE_MS);
    const alone = load.take();
    const { result, seconds, peakMb } = await timedAdmin(['import', update], env);
    const during = load.take();
    table.push({
      changed: result.files.populations.added,
      seconds: rounded(seconds),
      'peak MB': peakMb,
      'p50 alone ms': rounded(alone.p50),
      'p50 during': rounded(during.p50),
      'p99 alone ms': rounded(alone.p99),
      'p99 during': rounded(during.p99),
      'p99 ratio': rounded(during.p99 / alone.p99, 2),
      requests: during.requests,
      failed: alone.failed + during.failed,
    });
  }
  load.stop();
  console.log(`A day's update under ${rate} requests per second`);
  console.table(table);
  const medianOf = (name) => median(table.map((row) => row[name]));
  const [alone, during] = [medianOf('p99 alone ms'), medianOf('p99 during')];
  console.log(
    `Medians: p99 ${alone} ms alone, ${during} ms during the update: ${rounded(during / alone, 2)}`,
  );
  await stack.stop();
  await Promise.all([nats.stop(), redis.stop()]);
}

/** Chooses paths to request: mostly certs, some populations, and sometimes the feed. */
async function someTargets(databaseUrl) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const sample = async (text) => (await client.query({ text, rowMode: 'array' })).rows;
  const certs = await sample('select grader, cert from certs tablesample system (0.5) limit 20000');
  const cards = await sample(
    `select encode(card_id, 'hex') from cards tablesample system (5) limit 20000`,
  );
  await client.end();
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  return (index) => {
    if (index % 100 === 0) return '/v1/cards/population/changes?limit=1000';
    if (index % 5 === 0) return `/v1/cards/${any(cards)[0]}/population`;
    return `/v1/certs/${any(certs).map(encodeURIComponent).join('/')}`;
  };
}

/**
 * Writes a dataset for the next day that adds copies of one grade to every n-th card.
 * @returns the directory of the dataset
 */
async function writeUpdate({ directory, data, changed }, turn) {
  const update = path.join(directory, `update-${turn}`);
  mkdirSync(update);
  const date = new Date(FIRST_DAY + turn * DAY_MS).toISOString().slice(0, 10);
  const lines = [];
  for await (const line of createInterface({
    input: createReadStream(path.join(data, 'populations.csv')),
  })) {
    lines.push(line);
  }
  const [header, ...rows] = lines;
  const out = createWriteStream(path.join(update, 'populations.csv'));
  out.write(`${header}\n`);
  for (let index = 0; index < changed; index += 1) {
    const row = rows[Math.floor((index / changed) * rows.length)] ?? '';
    const more = (_all, before, count) => `${before}${Number(count) + 1 + turn}`;
    out.write(`${row.replace(/\d{4}-\d{2}-\d{2}/, date).replace(/("":)(\d+)/, more)}\n`);
  }
  await new Promise((resolve) => out.end(resolve));
  return update;
}
