import type { CachedResponse } from '@gcd/client';
import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { recordStatuses, testClient } from './clients.ts';

const CARD = fixtureCard('1a');
const TARGET = `/v1/cards/${CARD}`;

function cachingClient() {
  const statuses: number[] = [];
  const cache = new Map<string, CachedResponse>();
  const client = testClient({ cache, fetch: recordStatuses(statuses), rateLimit: 1000 });
  return { client, cache, statuses };
}

describe('the response cache', () => {
  it('does not store pages of lists, because their pagination can change while the data stays the same', async () => {
    const { client, cache, statuses } = cachingClient();
    await client.listSets();
    await client.listSets();
    expect([statuses, cache.size]).toEqual([[200, 200], 0]);
  });

  it('stores a separate response for each path and parameters', async () => {
    const { client, cache, statuses } = cachingClient();
    await client.getCard(CARD);
    await client.getCard(CARD, { auto_split: true });
    expect(statuses).toEqual([200, 200]);
    expect([...cache.keys()]).toEqual([TARGET, `${TARGET}?auto_split=true`]);
  });

  it('does not store errors', async () => {
    const { client, cache } = cachingClient();
    await expect(client.getCard('ff')).rejects.toMatchObject({ code: 'card_not_found' });
    expect(cache.size).toBe(0);
  });
});
