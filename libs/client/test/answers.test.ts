import type { KeptAnswer } from '@gcd/client';
import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { noting, testClient } from './clients.ts';

const CARD = fixtureCard('1a');
const TARGET = `/v1/cards/${CARD}`;

function keepingClient() {
  const statuses: number[] = [];
  const answers = new Map<string, KeptAnswer>();
  const client = testClient({ answers, fetch: noting(statuses), rateLimit: 1000 });
  return { client, answers, statuses };
}

describe('answers that are kept', () => {
  it('are asked for by their ETag, and given again while they have not changed', async () => {
    const { client, answers, statuses } = keepingClient();
    const first = await client.getCard(CARD);
    const again = await client.getCard(CARD);
    expect(statuses).toEqual([200, 304]);
    expect(again).toBe(first);
    expect(answers.get(TARGET)?.size).toBeGreaterThan(JSON.stringify(first).length);
  });

  it('are replaced when they have', async () => {
    const { client, answers, statuses } = keepingClient();
    answers.set(TARGET, { etag: 'W/"of-before"', data: { description: 'before' }, size: 10 });
    const { description } = await client.getCard(CARD);
    expect(description).toBe('1999 POKEMON GAME #4 CHARIZARD-HOLO');
    expect((await client.getCard(CARD)).description).toBe(description);
    expect(statuses).toEqual([200, 304]);
  });

  it('are none for a page of a list, whose pagination may change alone', async () => {
    const { client, answers, statuses } = keepingClient();
    await client.listSets();
    await client.listSets();
    expect([statuses, answers.size]).toEqual([[200, 200], 0]);
  });

  it('are of one call with its parameters', async () => {
    const { client, answers, statuses } = keepingClient();
    await client.getCard(CARD);
    await client.getCard(CARD, { auto_split: true });
    expect(statuses).toEqual([200, 200]);
    expect([...answers.keys()]).toEqual([TARGET, `${TARGET}?auto_split=true`]);
  });

  it('are no failures', async () => {
    const { client, answers } = keepingClient();
    await expect(client.getCard('ff')).rejects.toMatchObject({ code: 'card_not_found' });
    expect(answers.size).toBe(0);
  });

  it('are none unless there is somewhere to keep them', async () => {
    const statuses: number[] = [];
    const client = testClient({ fetch: noting(statuses), rateLimit: 1000 });
    await client.getCard(CARD);
    await client.getCard(CARD);
    expect(statuses).toEqual([200, 200]);
  });
});
