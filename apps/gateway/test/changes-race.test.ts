import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { type Feed, makeCards, race } from '@gcd/testing/feed-race.js';
import { FeedRecord, type Verdict } from '@gcd/testing/feed-record.js';
import { ourFeed, prepareSequenceFeed, sequenceFeed } from '@gcd/testing/feeds.js';

// Number of commits. tools/soak/changes.soak.ts runs this test with more commits.
const COMMITS = 500;
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

describe('a change feed with eight writers, rollbacks, broken connections and concurrent readers', () => {
  it('lists every committed change and no others', async () => {
    const { databaseUrl, address, key } = stack;
    const record = new FeedRecord();
    await race({ databaseUrl, feed: ourFeed(address, key), record, commits: COMMITS });
    const verdict = record.judge();
    expect(verdict).toMatchObject({ lost: 0, extra: 0, faults: [] });
    expect(verdict.commits).toBeGreaterThanOrEqual(COMMITS);
  });

  it('loses changes, and the test detects the loss, if it is based on sequence numbers', async () => {
    let lost = 0;
    for (let round = 0; lost === 0 && round < 40; round += 1) {
      lost = (await raceOf(sequenceFeed(pool))).lost;
    }
    expect(lost).toBeGreaterThan(0);
  });

  it('fails the check for uncommitted changes if changes are published outside the transaction', async () => {
    const { publish, read } = sequenceFeed(pool);
    const beside: Feed = { read, publish: async (_client, cards) => publish(pool, cards) };
    expect((await raceOf(beside)).extra).toBeGreaterThan(0);
  });
});

async function raceOf(feed: Feed): Promise<Verdict> {
  await prepareSequenceFeed(pool);
  const record = new FeedRecord();
  await race({ databaseUrl: stack.databaseUrl, feed, record, commits: WRONG_COMMITS });
  return record.judge();
}
