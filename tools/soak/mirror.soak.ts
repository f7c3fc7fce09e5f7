import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import {
  differences,
  importCards,
  importOverAndOver,
  killMirror,
  updateMirror,
} from '@gcd/testing/mirror.js';

// This test is the long version of clients/typescript/test/mirror.test.ts.
const IMPORTS = 100;
const KILLS = 50;

let stack: FeedStack;
const directory = mkdtempSync(path.join(tmpdir(), 'mirror-'));
beforeAll(async () => {
  stack = await startFeedStack('gcd_mirror', { apps: ['cards', 'catalogs'] });
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

it(`gcd mirror ends with the same data as the database after ${KILLS} kills during ${IMPORTS} imports`, async () => {
  await importCards(stack);
  let importing = true;
  let killed = 0;
  const imports = importOverAndOver(stack, IMPORTS).finally(() => {
    importing = false;
  });
  while (importing || killed < KILLS) {
    await killMirror(stack, directory);
    killed += 1;
  }
  await imports;
  await updateMirror(stack, directory);
  const found = await differences(stack, directory);
  console.log({ imports: IMPORTS, killed, differences: found.length });
  expect(found).toEqual([]);
}, 1_800_000);
