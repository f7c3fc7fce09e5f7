import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@gcd/testing/database.js';
import { makeCards, race } from '@gcd/testing/feed-race.js';
import { FeedRecord, type Verdict } from '@gcd/testing/feed-record.js';
import { ourFeed } from '@gcd/testing/feeds.js';
import type { Environment } from './environment.ts';

const BETWEEN_COMMITS_MS = 150;
const CARDS = 20_000;
const SILENT_PAUSE_MS = 100;

/**
 * Runs `work` while eight writers publish changes and clients follow the changes through one gateway.
 * @param commits number of commits after which the writers stop
 * @param isSilent whether the feed may show nothing, as while Redis is unavailable. Readers then ask again
 */
export async function whileFeedRuns<Result>(
  environment: Environment,
  commits: number,
  work: () => Promise<Result>,
  isSilent = (): boolean => false,
): Promise<[Result, Verdict]> {
  const [address = ''] = environment.gateways;
  const { key } = await environment.account({ permissions: ['changes'] });
  const feed = ourFeed(address, key);
  // Start at the end of the feed, because the test does not record earlier changes.
  let start = await feed.read(null, 10_000);
  while (start.hasMore) start = await feed.read(start.next, 10_000);
  const before = await idsBefore(environment.postgres.url);
  const record = new FeedRecord();
  const racing = race({
    databaseUrl: environment.postgres.url,
    feed: {
      publish: (client, cards) =>
        feed.publish(
          client,
          cards.map((card) => card + before),
        ),
      async read(position, limit) {
        for (;;) {
          const silent = isSilent();
          const page = await feed.read(position ?? start.next, limit);
          if (!silent || page.cards.length > 0) return page;
          await pause(SILENT_PAUSE_MS);
        }
      },
    },
    record,
    commits,
    beforeEach: () => pause(BETWEEN_COMMITS_MS),
  });
  const [result] = await Promise.all([work(), racing]);
  return [result, record.judge()];
}

/** Returns the difference between a card's internal id and its number in the test. Creates the cards if necessary. */
async function idsBefore(databaseUrl: string): Promise<number> {
  const read = (): Promise<{ before: number }[]> =>
    query(
      databaseUrl,
      `select id - 1 as before from cards where card_id = decode(lpad('1', 40, '0'), 'hex')`,
    );
  if ((await read()).length === 0) await makeCards(databaseUrl, CARDS);
  const [{ before } = { before: 0 }] = await read();
  return before;
}
