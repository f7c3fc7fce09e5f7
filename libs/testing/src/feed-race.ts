import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from './eventually.ts';
import type { FeedRecord } from './feed-record.ts';

export interface FeedPage {
  readonly cards: readonly number[];
  readonly hasMore: boolean;
  readonly next: string;
}

export type Queryable = Pick<pg.ClientBase, 'query'>;

/** A change feed, with functions to publish and read changes. */
export interface Feed {
  /** Publishes cards as the last statement of an open transaction. */
  publish(client: Queryable, cards: readonly number[]): Promise<unknown>;
  /** Reads a page. @param position `next` of the previous page; null for the beginning of the feed */
  read(position: string | null, limit: number): Promise<FeedPage>;
}

export interface RaceOptions {
  readonly databaseUrl: string;
  readonly feed: Feed;
  readonly record: FeedRecord;
  /** The race ends after this many acknowledged commits. */
  readonly commits: number;
  /** Maximum delay in milliseconds between publish and commit. */
  readonly longestDelayMs?: number;
  /** Called before each transaction of a writer. The writer waits until the returned promise resolves. */
  readonly beforeEach?: () => Promise<void>;
}

const WRITERS = 8;
/** Number of cards that change repeatedly. Every other card changes only once. */
const HOT_CARDS = 200;
const CONNECT_WITHIN_MS = 60_000;

const random = (below: number): number => Math.floor(Math.random() * below);

export async function makeCards(databaseUrl: string, count: number): Promise<void> {
  const client = await connect(databaseUrl);
  await client.query(
    `insert into cards (grader, card_id, description)
     select 'psa', decode(lpad(to_hex(number), 40, '0'), 'hex'), '' from generate_series(1, $1::integer) number`,
    [count],
  );
  // Update the statistics, because PostgreSQL would otherwise keep using plans for an almost empty table.
  await client.query('analyze cards');
  await client.end();
}

export function numberOf(cardId: string): number {
  return Number.parseInt(cardId, 16);
}

/**
 * Runs eight writers, which commit, roll back, or lose their connection after random delays. At the same time, readers
 * of each kind run until they have read all changes. All changes and pages are added to `record`.
 */
export async function race(options: RaceOptions): Promise<void> {
  let writing = true;
  const unique = { next: HOT_CARDS + 1 };
  const writers = Array.from({ length: WRITERS }, () => write(options, unique));
  const isWriting = (): boolean => writing;
  const readers = [
    follow(options, isWriting, () => 1 + random(40), 10),
    follow(options, isWriting, () => 1 + random(10_000), 10),
    // This reader pauses for up to half a second, and then continues from its last cursor.
    follow(options, isWriting, () => 1 + random(100), 500),
    restart(options, isWriting),
  ];
  await Promise.all(writers);
  writing = false;
  await Promise.all(readers);
}

async function write(options: RaceOptions, unique: { next: number }): Promise<void> {
  const { databaseUrl, feed, record, commits, longestDelayMs = 4, beforeEach } = options;
  let client = await connect(databaseUrl);
  while (record.commits < commits) {
    await beforeEach?.();
    const cards = [1 + random(HOT_CARDS), unique.next++];
    const chance = Math.random();
    let from = Number.POSITIVE_INFINITY;
    try {
      await client.query('begin');
      await feed.publish(client, cards);
      await pause(random(longestDelayMs + 1));
      if (chance < 0.1) {
        await client.query('rollback');
        continue;
      }
      // If the connection is terminated before the commit is sent, the transaction is rolled back.
      if (chance < 0.15) await client.query('select pg_terminate_backend(pg_backend_pid())');
      from = performance.now();
      await client.query('commit');
      record.changed(cards, { from, to: performance.now(), certain: true });
    } catch {
      if (from < Number.POSITIVE_INFINITY) {
        record.changed(cards, { from, to: Number.POSITIVE_INFINITY, certain: false });
      }
      await client.end().catch(() => undefined);
      client = await connect(databaseUrl);
    }
  }
  await client.end();
}

/** Reads the feed page by page until there are no more changes. */
async function follow(
  { feed, record }: RaceOptions,
  isWriting: () => boolean,
  pageSize: () => number,
  longestRestMs: number,
): Promise<void> {
  const reader = record.reader();
  let position: string | null = null;
  for (;;) {
    const wasWriting = isWriting();
    const limit = pageSize();
    const requested = performance.now();
    const page = await feed.read(position, limit);
    reader.page({ requested, received: performance.now() }, page.cards, position, page.next);
    if (page.cards.length > limit) reader.faults.push('more ids than requested');
    position = page.next;
    if (page.hasMore) continue;
    if (!wasWriting && page.cards.length === 0) return;
    await pause(random(longestRestMs));
  }
}

/** Repeatedly reads the feed from the beginning. Each pass may take one second longer than the pass before. */
async function restart(options: RaceOptions, isWriting: () => boolean): Promise<void> {
  for (let seconds = 1; isWriting(); seconds += 1) {
    const until = performance.now() + seconds * 1000;
    const goesOn = (): boolean => isWriting() && performance.now() < until;
    await follow(options, goesOn, () => 1 + random(1000), 30);
  }
}

async function connect(url: string): Promise<pg.Client> {
  let client = new pg.Client(url);
  await eventually(async () => {
    client = new pg.Client(url);
    client.on('error', () => undefined);
    await client.connect();
  }, CONNECT_WITHIN_MS);
  return client;
}
