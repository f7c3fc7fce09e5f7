import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type FeedStack, startFeedStack } from '../../../infra/test/feed.ts';
import { makeCards, race } from '../../../infra/test/feed-race.ts';
import { FeedRecord } from '../../../infra/test/feed-record.ts';
import { ourFeed, prepareWrongFeeds, WRONG_FEEDS } from '../../../infra/test/feeds.ts';

// The long form is infra/soak/changes.soak.ts.
const COMMITS = 1500;
const WRONG_COMMITS = 150;
const CARDS = 20_000;

let stack: FeedStack;
let pool: pg.Pool;
beforeAll(async () => {
  stack = await startFeedStack('gcd_changes_race');
  await makeCards(stack.databaseUrl, CARDS);
  pool = new pg.Pool({ connectionString: stack.databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await stack.stop();
});

describe('eight writers, with rollbacks and broken connections, beside readers of every kind', () => {
  it('nothing is lost, nothing is there that did not change', async () => {
    const { databaseUrl, address, key } = stack;
    const record = new FeedRecord();
    await race({ databaseUrl, feed: ourFeed(address, key), record, commits: COMMITS });
    const verdict = record.judge();
    expect(verdict).toMatchObject({ lost: 0, extra: 0, faults: [] });
    expect(verdict.commits).toBeGreaterThanOrEqual(COMMITS);
  });

  it.each(Object.entries(WRONG_FEEDS))('shows that %s lose changes', async (_name, wrong) => {
    let lost = 0;
    for (let round = 0; lost === 0 && round < 40; round += 1) {
      await prepareWrongFeeds(pool);
      const record = new FeedRecord();
      const { databaseUrl } = stack;
      await race({ databaseUrl, feed: wrong(pool), record, commits: WRONG_COMMITS });
      lost = record.judge().lost;
    }
    expect(lost).toBeGreaterThan(0);
  });
});
