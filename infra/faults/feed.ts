import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../test/database.ts';
import { makeCards, race } from '../test/feed-race.ts';
import { FeedRecord, type Verdict } from '../test/feed-record.ts';
import { ourFeed } from '../test/feeds.ts';
import type { Stage } from './stage.ts';

const BETWEEN_COMMITS_MS = 150;

/**
 * Has eight writers publish changes and readers follow them, through one gateway, while something else is done.
 * @param commits after so many the writers stop
 */
export async function whileFeedRuns<Result>(
  stage: Stage,
  commits: number,
  work: () => Promise<Result>,
): Promise<[Result, Verdict]> {
  const [address = ''] = stage.gateways;
  const { key } = await stage.account({ permissions: ['changes'] });
  const feed = ourFeed(address, key);
  // What was published before is nothing that the record knows.
  let start = await feed.read(null, 10_000);
  while (start.hasMore) start = await feed.read(start.next, 10_000);
  const [{ before } = { before: 0 }] = await query<{ before: number }>(
    stage.postgres.url,
    `select id - 1 as before from cards where card_id = decode(lpad('1', 40, '0'), 'hex')`,
  );
  const record = new FeedRecord();
  const racing = race({
    databaseUrl: stage.postgres.url,
    feed: {
      publish: (client, cards) =>
        feed.publish(
          client,
          cards.map((card) => card + before),
        ),
      read: (position, limit) => feed.read(position ?? start.next, limit),
    },
    record,
    commits,
    beforeEach: () => pause(BETWEEN_COMMITS_MS),
  });
  const [result] = await Promise.all([work(), racing]);
  return [result, record.judge()];
}

/** Makes the cards that {@link whileFeedRuns} changes. */
export function makeRaceCards(stage: Stage): Promise<void> {
  return makeCards(stage.postgres.url, 20_000);
}
