import { setTimeout as pause } from 'node:timers/promises';
import { day } from '@gcd/testing/feed-reader.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  caching,
  databases,
  FEED,
  get,
  importFiles,
  killRedis,
  restartRedis,
  restore,
  stack,
  start,
  stop,
} from '../../apps/gateway/test/standby-stack.ts';

const SECONDS = Number(process.env.SOAK_SECONDS || 600);
const CARDS = ['1', '2', '3', '4', '5'];
const READERS = 4;

beforeAll(start, 180_000);
afterAll(stop);

const idOf = (card: string): string => card.padStart(40, '0');
const any = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item;

/** Paths whose responses have the total of a card at `data.population.population_data.total`. */
const TOTALS: readonly ((card: string) => string)[] = [
  (card) => `/v1/cards/${idOf(card)}/population`,
  (card) => `/v1/cards/${idOf(card)}/population/history`,
  (card) => `/v1/certs/psa/${card}/population`,
  (card) => `/v1/specs/psa/${card}/population`,
];

let isRunning = true;
let count = 0;
/** The highest count of each card that a page of the feed has shown to any reader. */
const shown = new Map<string, number>();
const seen = { imports: 0, reads: 0, errors: 0, restarts: 0 };
const violations: string[] = [];

async function importAll(): Promise<void> {
  count += 1;
  const csv = (header: string, row: (card: string) => string): string =>
    [header, ...CARDS.map(row), ''].join('\n');
  await importFiles(
    {
      'cards.csv': csv('card_id,grader,description,spec_id', (n) => `${idOf(n)},psa,x,${n}`),
      'certs.csv': csv('grader,cert,card_id,grade', (n) => `psa,${n},${idOf(n)},psa_10`),
      'populations.csv': csv(
        'card_id,date,grades',
        (n) => `${idOf(n)},${day()},"{""psa_10"": ${count}}"`,
      ),
    },
    count % 2 === 0,
  );
  seen.imports += 1;
}

/** Reads the feed, and then counts that must be at least as high as those that the feed has shown. */
async function read(): Promise<void> {
  let position = `since=${day()}`;
  while (isRunning) {
    const ports = [stack.port, caching.port];
    const page = await get(`${FEED}?include=population&limit=5&${position}`, any(ports));
    if (page.status === 200) {
      const { changes, next_cursor: next } = page.body.data;
      position = `cursor=${next}`;
      for (const { card_id: id, total } of changes)
        shown.set(id, Math.max(shown.get(id) ?? 0, total));
    } else seen.errors += 1;
    await Promise.all(ports.flatMap((port) => [check(port), check(port)]));
  }
}

async function check(port: number): Promise<void> {
  const card = any(CARDS);
  const least = shown.get(idOf(card)) ?? 0;
  const target = any(TOTALS)(card);
  const { status, body } = await get(target, port);
  if (status !== 200) {
    seen.errors += 1;
    return;
  }
  seen.reads += 1;
  const { total } = body.data.population.population_data;
  if (total < least) violations.push(`${target} at ${port}: ${total} after ${least}`);
}

async function repeat(work: () => Promise<unknown>): Promise<void> {
  while (isRunning) await work();
}

/** Lets a standby fall behind for a while. */
async function delayStandby(): Promise<void> {
  const standby = any(databases.standbys);
  await standby.pause();
  await pause(Math.random() * 3000);
  await standby.resume();
  await pause(Math.random() * 1000);
}

it(
  `no response is older than the feed for ${SECONDS} s of imports, restarts of Redis and late standbys`,
  async () => {
    await importAll();
    setTimeout(() => {
      isRunning = false;
    }, SECONDS * 1000);
    await Promise.all([
      repeat(async () => {
        await importAll();
        await pause(Math.random() * 500);
      }),
      repeat(async () => {
        await pause(2000 + Math.random() * 4000);
        await killRedis();
        await restartRedis();
        seen.restarts += 1;
      }),
      repeat(delayStandby),
      ...Array.from({ length: READERS }, read),
    ]);
    await restore();
    console.log(seen, violations.slice(0, 10));
    expect(violations).toEqual([]);
    expect(Math.min(seen.imports, seen.restarts)).toBeGreaterThan(SECONDS / 20);
    expect(seen.reads).toBeGreaterThan(10 * seen.errors);
  },
  SECONDS * 1000 + 120_000,
);
