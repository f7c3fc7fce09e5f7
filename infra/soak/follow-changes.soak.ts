import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '../test/feed.ts';
import {
  differences,
  followAndKill,
  loadCards,
  loadOverAndOver,
  startFollowing,
} from '../test/follow-changes.ts';

// The long form of examples/follow-changes/test.
const LOADS = 100;
const KILLS = 20;

let stack: FeedStack;
const directory = mkdtempSync(path.join(tmpdir(), 'follow-changes-'));
beforeAll(async () => {
  stack = await startFeedStack('gcd_follow_changes', { apps: ['cards'] });
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

it(`examples/follow-changes, killed ${KILLS} times during ${LOADS} loads, ends equal to the database`, async () => {
  await loadCards(stack);
  let loading = true;
  let killed = 0;
  const loads = loadOverAndOver(stack, LOADS).finally(() => {
    loading = false;
  });
  while (loading || killed < KILLS) {
    await followAndKill(stack, directory, 1);
    killed += 1;
  }
  await loads;
  const { status } = await startFollowing(stack, directory, '--once', '--rate', '1000').ended;
  const found = await differences(stack, directory);
  console.log({ loads: LOADS, killed, differences: found.length });
  expect([status, found]).toEqual([0, []]);
}, 1_800_000);
