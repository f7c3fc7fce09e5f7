import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { makeCards, race } from '@gcd/testing/feed-race.js';
import { FeedRecord } from '@gcd/testing/feed-record.js';
import { ourFeed } from '@gcd/testing/feeds.js';

// Number of commits. tools/soak/changes.soak.ts runs this test with more commits.
const COMMITS = 300;
const CARDS = 20_000;

let stack: FeedStack;
beforeAll(async () => {
  stack = await startFeedStack('gcd_changes_race');
  await makeCards(stack.databaseUrl, CARDS);
});
afterAll(() => stack.stop());

it('the change feed lists every committed change and no others, with eight writers, rollbacks and broken connections', async () => {
  const { databaseUrl, address, key } = stack;
  const record = new FeedRecord();
  await race({ databaseUrl, feed: ourFeed(address, key), record, commits: COMMITS });
  const verdict = record.judge();
  expect(verdict).toMatchObject({ lost: 0, extra: 0, faults: [] });
  expect(verdict.commits).toBeGreaterThanOrEqual(COMMITS);
});
