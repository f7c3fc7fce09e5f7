// Times `admin import` beside COPY of the same rows, and a day's update while the API answers.
//   npm run bench:import                                500,000 cards, 5 million certs: 10 minutes, 8 GB of disk
//   npm run bench:import -- --cards 50000 --certs 500000
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  asRole,
  cursorKeysFile,
  startNats,
  startPostgres,
  startRedis,
  startStack,
} from '@gcd/local';
import pg from 'pg';
import { timedAdmin } from './admin.mjs';
import { openLoop } from './open-loop.mjs';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '500000' },
    certs: { type: 'string', default: '5000000' },
    changed: { type: 'string', default: '50000' },
    rate: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    /** A dataset of `admin synth`; made there when it is not. */
    data: { type: 'string', default: '' },
  },
});
const [changed, rate, rounds] = [values.changed, values.rate, values.rounds].map(Number);
const FIRST_UPDATE = Date.parse('2026-11-01');
const DAY_MS = 86_400_000;
const QUIET_MS = 15_000;

const directory = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
chmodSync(directory, 0o755);
const data = values.data || path.join(directory, 'data');
const say = (line) => console.error(line);
const round = (number, digits = 1) => Number(number.toFixed(digits));

const postgres = await startPostgres({ dir: path.join(directory, 'postgres'), keep: true, say });
const env = { DATABASE_URL: postgres.url };
const client = new pg.Client(postgres.url);
await client.connect();
// Where the server may write, when it runs as another user.
const [{ data_directory: serverFiles }] = (await client.query('show data_directory')).rows;
let stopStack = async () => undefined;
try {
  if (!existsSync(data)) {
    say('making the dataset');
    await timedAdmin(
      ['synth', data, '--cards', values.cards, '--certs', values.certs, '--days', '0'],
      env,
    );
  }
  await timedAdmin(['migrate'], env);
  await firstLoad();
  await certsBesideCopy();
  stopStack = await updatesBesideCalls();
} finally {
  await client.end();
  await stopStack();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}

/** The whole dataset into an empty database. */
async function firstLoad() {
  const { result, seconds, peakMb } = await timedAdmin(['import', data], env);
  const rows = Object.values(result.files).reduce((sum, { read }) => sum + read, 0);
  const tables = [
    'cards',
    'specs',
    'certs',
    'populations',
    'population_history',
    'images',
    'authentications',
  ];
  let copied = 0;
  for (const table of tables) copied += await copySeconds(table);
  console.log('The whole dataset into an empty database');
  console.table({
    'admin import': {
      rows,
      seconds: round(seconds),
      'rows/s': Math.round(rows / seconds),
      'peak MB': peakMb,
    },
    'COPY into the same tables': { seconds: round(copied), ratio: round(seconds / copied, 2) },
  });
}

/** Copies a table out, empties a twin of it with the same keys, and times the copying in. */
async function copySeconds(table) {
  const file = path.join(serverFiles, `${table}.copy`);
  const twin = `copy_of_${table}`;
  await client.query(`copy (select * from ${table}) to '${file}'`);
  await client.query(`create table ${twin} (like ${table} including all)`);
  const began = performance.now();
  await client.query(`copy ${twin} from '${file}'`);
  const seconds = (performance.now() - began) / 1000;
  await client.query(`drop table ${twin}`);
  rmSync(file);
  return seconds;
}

/** Certs alone, by turns with COPY of the same rows into a table like theirs. */
async function certsBesideCopy() {
  const only = path.join(directory, 'certs-only');
  mkdirSync(only);
  symlinkSync(path.join(path.resolve(data), 'certs.csv'), path.join(only, 'certs.csv'));
  const file = path.join(serverFiles, 'certs.copy');
  await client.query(`copy (select * from certs) to '${file}'`);
  const rows = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    await client.query('truncate certs');
    await client.query('checkpoint');
    const began = performance.now();
    await client.query(`copy certs from '${file}'`);
    const copy = (performance.now() - began) / 1000;
    await client.query('truncate certs');
    await client.query('checkpoint');
    const { seconds, peakMb } = await timedAdmin(['import', only], env);
    rows.push({
      'COPY s': round(copy),
      'import s': round(seconds),
      ratio: round(seconds / copy, 2),
      'peak MB': peakMb,
    });
  }
  rmSync(file);
  console.log('Certs into the empty table');
  console.table(rows);
}

/** New counts for some cards, day by day, under calls at a fixed rate; between them, the same calls alone. */
async function updatesBesideCalls() {
  const [nats, redis] = await Promise.all([
    startNats({ dir: path.join(directory, 'nats'), keep: false, say }),
    startRedis({ dir: path.join(directory, 'redis'), keep: false, say }),
  ]);
  const stack = await startStack({
    databaseAs: asRole(postgres.url),
    natsUrl: nats.url,
    redisUrl: redis.url,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
    apps: ['certs', 'cards', 'changes', 'gateway'],
  });
  await timedAdmin(
    ['plans', 'set', 'bench', '--rate', '100000', '--period', 'day', '--permit', 'changes'],
    env,
  );
  const { result } = await timedAdmin(['keys', 'create', '--plan', 'bench'], env);
  const calls = openLoop({
    address: `http://127.0.0.1:${stack.port}`,
    key: result.key,
    rate,
    targetOf: await targets(),
  });
  await pause(QUIET_MS);
  calls.take();
  const rows = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    await pause(QUIET_MS);
    const alone = calls.take();
    const update = await writeUpdate(turn);
    calls.take();
    const {
      result: loaded,
      seconds,
      peakMb,
    } = await timedAdmin(['import', update], { ...env, NATS_URL: nats.url });
    const during = calls.take();
    rows.push({
      changed: loaded.files.populations.added,
      seconds: round(seconds),
      'peak MB': peakMb,
      'p50 alone ms': round(alone.p50),
      'p50 during': round(during.p50),
      'p99 alone ms': round(alone.p99),
      'p99 during': round(during.p99),
      'p99 ratio': round(during.p99 / alone.p99, 2),
      calls: during.calls,
      failed: alone.failed + during.failed,
    });
  }
  console.log(`A day's update under ${rate} calls a second`);
  console.table(rows);
  calls.stop();
  return async () => {
    await stack.stop();
    await Promise.all([nats.stop(), redis.stop()]);
  };
}

/** What is called: mostly certs, some populations, now and then the feed. */
async function targets() {
  const sample = async (query) => (await client.query({ text: query, rowMode: 'array' })).rows;
  const certs = await sample('select grader, cert from certs tablesample system (0.5) limit 20000');
  const cards = await sample(
    `select encode(card_id, 'hex') from cards tablesample system (5) limit 20000`,
  );
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  return (index) => {
    if (index % 100 === 0) return '/v1/cards/population/changes?limit=1000';
    if (index % 5 === 0) return `/v1/cards/${any(cards)[0]}/population`;
    return `/v1/certs/${any(certs).map(encodeURIComponent).join('/')}`;
  };
}

/** One copy more of the first grade of so many cards, on the next day. */
async function writeUpdate(turn) {
  const update = path.join(directory, `update-${turn}`);
  mkdirSync(update);
  const date = new Date(FIRST_UPDATE + turn * DAY_MS).toISOString().slice(0, 10);
  const lines = createInterface({ input: createReadStream(path.join(data, 'populations.csv')) });
  const out = createWriteStream(path.join(update, 'populations.csv'));
  let number = 0;
  let written = 0;
  const every = Math.max(1, Math.floor(Number(values.cards) / changed));
  for await (const line of lines) {
    number += 1;
    if (number === 1) out.write(`${line}\n`);
    else if (number % every === 0 && written < changed) {
      written += 1;
      const more = (_all, before, count) => `${before}${Number(count) + 1 + turn}`;
      out.write(`${line.replace(/\d{4}-\d{2}-\d{2}/, date).replace(/("":)(\d+)/, more)}\n`);
    }
  }
  await new Promise((resolve) => out.end(resolve));
  return update;
}
