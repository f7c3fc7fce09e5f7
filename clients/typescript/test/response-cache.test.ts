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
  it('reuses an unchanged response', async () => {
    const { client, cache, statuses } = cachingClient();
    const first = await client.getCard(CARD);
    const again = await client.getCard(CARD);
    expect(statuses).toEqual([200, 304]);
    expect(again).toBe(first);
    expect(cache.get(TARGET)?.size).toBeGreaterThan(JSON.stringify(first).length);
  });

  it('replaces a changed response', async () => {
    const { client, cache, statuses } = cachingClient();
    cache.set(TARGET, { etag: 'W/"before"', data: { description: 'before' }, size: 10 });
    const { description } = await client.getCard(CARD);
    expect(description).toBe('1999 POKEMON GAME #4 CHARIZARD-HOLO');
    expect((await client.getCard(CARD)).description).toBe(description);
    expect(statuses).toEqual([200, 304]);
  });

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

  it('is disabled by default', async () => {
    const statuses: number[] = [];
    const client = testClient({ fetch: recordStatuses(statuses), rateLimit: 1000 });
    await client.getCard(CARD);
    await client.getCard(CARD);
    expect(statuses).toEqual([200, 200]);
  });
});
