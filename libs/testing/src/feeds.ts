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
  read: (position, limit) => readAfter(pool, position, limit, 'true'),
});

/** Feeds that are known to lose changes, by the method that they use. */
export const WRONG_FEEDS: Readonly<Record<string, (pool: pg.Pool) => Feed>> = {
  'sequence numbers': sequenceFeed,

  'sequence numbers up to the oldest open transaction': (pool) => ({
    publish: publishBySequence,
    read: (position, limit) =>
      readAfter(pool, position, limit, 'xid < pg_snapshot_xmin(pg_current_snapshot())'),
  }),

  'sequence numbers older than a minimum age': (pool) => ({
    publish: publishBySequence,
    read: (position, limit) =>
      readAfter(pool, position, limit, "numbered_at < clock_timestamp() - interval '2 ms'"),
  }),

  'numbers from one row, with the end read by a second statement': (pool) => ({
    async publish(client, cards) {
      await client.query(
        `with head as (update wrong_head set seq = seq + cardinality($1::integer[]) returning seq)
         insert into wrong_changes (card, seq)
         select card, seq - cardinality($1) + place from head, unnest($1) with ordinality c (card, place)
         on conflict (card) do update set seq = excluded.seq`,
        [cards],
      );
    },
    async read(position, limit) {
      const page = await readAfter(pool, position, limit, 'true');
      if (page.hasMore) return page;
      const { rows } = await pool.query('select seq from wrong_head');
      return { ...page, next: rows[0].seq };
    },
  }),
};

/** Creates or truncates the tables of {@link WRONG_FEEDS}. */
export async function prepareWrongFeeds(pool: pg.Pool): Promise<void> {
  await pool.query(`
    drop table if exists wrong_changes, wrong_head;
    drop sequence if exists wrong_seq;
    create sequence wrong_seq;
    create table wrong_head as select 0::bigint as seq;
    create table wrong_changes (card integer primary key, seq bigint unique, xid xid8, numbered_at timestamptz);
  `);
}

async function publishBySequence(client: Queryable, cards: readonly number[]): Promise<void> {
  await client.query(
    `insert into wrong_changes select card, nextval('wrong_seq'), pg_current_xact_id(), clock_timestamp() from unnest($1::integer[]) card
     on conflict (card) do update set seq = excluded.seq, xid = excluded.xid, numbered_at = excluded.numbered_at`,
    [cards],
  );
}

async function readAfter(
  pool: pg.Pool,
  position: string | null,
  limit: number,
  condition: string,
): Promise<FeedPage> {
  const { rows } = await pool.query<{ card: number; seq: string }>(
    `select card, seq from wrong_changes where seq > $1 and ${condition} order by seq limit $2 + 1`,
    [position ?? 0, limit],
  );
  const page = rows.slice(0, limit);
  return {
    cards: page.map(({ card }) => card),
    hasMore: rows.length > limit,
    next: page.at(-1)?.seq ?? position ?? '0',
  };
}
