import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GradedCardDataClient, type WatchedChange } from '@gcd/client';
import { fileCursor } from '@gcd/client/node';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { FeedReader, matches } from '@gcd/testing/feed-reader.js';

let stack: FeedStack;
let reader: FeedReader;
let client: GradedCardDataClient;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-client-'));
  stack = await startFeedStack('gcd_client_changes');
  reader = new FeedReader(stack);
  client = new GradedCardDataClient({ baseUrl: stack.address, apiKey: stack.key, budget: 20 });
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

it('changes yields each id once and in order, across pages and across runs with a stored cursor', async () => {
  const store = fileCursor(path.join(directory, 'deep/cursor'));
  const expected = await reader.newCards(5);
  const ids: string[] = [];
  for await (const page of client.followChanges({ store, limit: 2, once: true })) {
    expect(page.count).toBeLessThanOrEqual(2);
    ids.push(...page.card_ids);
  }
  expect(ids).toEqual(expected);
  expect(readFileSync(path.join(directory, 'deep/cursor'), 'utf8').trim()).toBe(await reader.end());

  const more = await reader.newCards(2);
  const later: string[] = [];
  for await (const page of client.followChanges({ store, once: true })) {
    later.push(...page.card_ids);
  }
  expect(later).toEqual(more);
});

it('changes rejects a cursor file without a cursor, and an empty cursor, instead of skipping changes', async () => {
  const file = path.join(directory, 'damaged');
  for (const content of ['', '\n', '\0\0\0']) {
    writeFileSync(file, content);
    const pages = client.followChanges({ store: fileCursor(file), once: true });
    await expect(pages.next()).rejects.toThrow(`${file} has no cursor. Restore it`);
  }
  const store = { load: async () => '', save: async () => undefined };
  await expect(client.followChanges({ store }).next()).rejects.toThrow('`cursor`');
});

it('changes yields a page again if its processing was interrupted', async () => {
  const store = fileCursor(path.join(directory, 'broken-off'));
  await store.save(await reader.end());
  const expected = await reader.newCards(3);
  const failing = async (): Promise<void> => {
    for await (const page of client.followChanges({ store, limit: 2, once: true })) {
      if (page.card_ids.includes(expected[2] ?? '')) throw new Error('on the second page');
    }
  };
  await expect(failing()).rejects.toThrow('on the second page');
  const again: string[] = [];
  for await (const page of client.followChanges({ store, once: true }))
    again.push(...page.card_ids);
  expect(again).toEqual(expected.slice(2));
});

it('changes waits for new changes until the signal is aborted', async () => {
  const stop = new AbortController();
  const cursor = await reader.end();
  const seen: string[] = [];
  const following = (async () => {
    for await (const page of client.followChanges({ cursor, poll: 0.05, signal: stop.signal })) {
      seen.push(...page.card_ids);
      stop.abort(new Error('enough'));
    }
  })();
  const ended = expect(following).rejects.toThrow('enough');
  const expected = await reader.newCards(1);
  await ended;
  expect(seen).toEqual(expected);
});

it('watchCards yields the change of a grader card that was matched to another', async () => {
  const cursor = await reader.end();
  const [first = '', second = ''] = reader.newIds(2);
  await stack.load({
    'cards.csv': `card_id,grader,description\n${first},psa,x\n${second},cgc,x\n`,
    'matches.csv': matches([first, first], [second, first]),
  });
  const seen: WatchedChange[] = [];
  for await (const change of client.watchCards([second], { cursor, once: true })) seen.push(change);
  expect(seen.map(({ id, change, member }) => [id, change.card_id, member?.card_id])).toEqual([
    [second, first, second],
  ]);
});
