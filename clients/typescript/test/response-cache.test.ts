import type { CachedResponse } from '@gcd/client';
import { expect, it } from '@jest/globals';
import { recordStatuses, testClient } from './clients.ts';

it('the response cache does not store pages of lists, because their pagination can change while the data stays the same', async () => {
  const statuses: number[] = [];
  const cache = new Map<string, CachedResponse>();
  const client = testClient({ cache, fetch: recordStatuses(statuses), rateLimit: 1000 });
  await client.listSets();
  await client.listSets();
  expect([statuses, cache.size]).toEqual([[200, 200], 0]);
});
