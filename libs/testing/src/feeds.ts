import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Feed, FeedPage, Queryable } from './feed-race.ts';
import { numberOf } from './feed-race.ts';
import { send } from './load.ts';

const CHANGES = '/v1/cards/population/changes';

/**
 * Returns the product's feed. Changes are published in the database and read through the API. Requests are repeated
 * while the API is unavailable.
 */
export function ourFeed(address: string, key: string): Feed {
  return {
    publish: (client, cards) => client.query('select publish_card_changes($1)', [cards]),
    async read(position, limit) {
      const place =
        position === null ? `since=${new Date().toISOString().slice(0, 10)}` : `cursor=${position}`;
      for (;;) {
        const { status, body } = await send(address, `${CHANGES}?${place}&limit=${limit}`, key);
        if (status === 200) {
          const { card_ids, has_more, next_cursor } = JSON.parse(body).data;
          return { cards: card_ids.map(numberOf), hasMore: has_more, next: next_cursor };
        }
        if (status !== 0 && status < 500) throw new Error(`the feed returned ${status}: ${body}`);
        await pause(20);
      }
    },
  };
}

/**
 * A change feed that looks correct but loses changes. A reader can see a sequence number before a lower one is
 * committed, and then never reads the change with the lower one.
 */
export const sequenceFeed = (pool: pg.Pool): Feed => ({
  publish: publishBySequence,
  read: (position, limit) => readAfter(pool, position, limit),
});

/** Creates or truncates the table of {@link sequenceFeed}. */
export async function prepareSequenceFeed(pool: pg.Pool): Promise<void> {
  await pool.query(`
    drop table if exists wrong_changes;
    drop sequence if exists wrong_seq;
    create sequence wrong_seq;
    create table wrong_changes (card integer primary key, seq bigint unique);
  `);
}

async function publishBySequence(client: Queryable, cards: readonly number[]): Promise<void> {
  await client.query(
    `insert into wrong_changes select card, nextval('wrong_seq') from unnest($1::integer[]) card
     on conflict (card) do update set seq = excluded.seq`,
    [cards],
  );
}

async function readAfter(pool: pg.Pool, position: string | null, limit: number): Promise<FeedPage> {
  const { rows } = await pool.query<{ card: number; seq: string }>(
    `select card, seq from wrong_changes where seq > $1 order by seq limit $2 + 1`,
    [position ?? 0, limit],
  );
  const page = rows.slice(0, limit);
  return {
    cards: page.map(({ card }) => card),
    hasMore: rows.length > limit,
    next: page.at(-1)?.seq ?? position ?? '0',
  };
}
