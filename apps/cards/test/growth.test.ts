import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');
const GRETZKY = fixtureCard('8b');
const RAICHU = fixtureCard('2a');

const growthOf = async (card: string, query = '') =>
  (await get(`/v1/cards/${card}/population?include=growth${query}`)).body.data.growth;

describe('include=growth: 200', () => {
  it('returns the copies added in each period, and null for a period before the first counts', async () => {
    expect(await growthOf(GRETZKY)).toEqual({
      as_of: '2026-04-01',
      week: { since: '2026-03-25', total: 5, gem_total: 1, graders_included: ['beckett'] },
      month: null,
      quarter: null,
      year: null,
    });
  });

  it('counts only graders with counts on or before the first day of the period', async () => {
    const { week, month, quarter } = await growthOf(CHARIZARD);
    expect(week.graders_included).toEqual(['psa', 'beckett', 'sgc', 'cgc']);
    expect(month).toEqual({
      since: '2026-03-02',
      total: 0,
      gem_total: 0,
      graders_included: ['psa', 'beckett', 'sgc'],
    });
    expect(quarter).toBeNull();
  });

  it('counts a grader whose first counts are of the first day of the period', async () => {
    const { quarter } = await growthOf(RAICHU);
    expect(quarter).toEqual({
      since: '2025-12-31',
      total: 0,
      gem_total: 0,
      graders_included: ['psa'],
    });
  });

  it('covers only the grader that the request names', async () => {
    const { week, month } = await growthOf(CHARIZARD, '&grader=cgc');
    expect([week.graders_included, month]).toEqual([['cgc'], null]);
    expect((await growthOf(GRETZKY, '&grader=psa')).week).toBeNull();
  });

  it('is the same for a card by id, its population, and a batch', async () => {
    const growth = await growthOf(GRETZKY);
    const card = await get(`/v1/cards/${GRETZKY}?include=growth`);
    expect(card.body.data.growth).toEqual(growth);
    const batch = await get(`/v1/cards/population?card_ids=${RAICHU},${GRETZKY}&include=growth`);
    expect(batch.body.data.cards[1].growth).toEqual(growth);
  });

  it('is absent unless it is requested', async () => {
    const responses = await Promise.all([
      get(`/v1/cards/${GRETZKY}`),
      get(`/v1/cards/${GRETZKY}/population`),
      get(`/v1/cards/population?card_ids=${GRETZKY}`),
    ]);
    for (const { body } of responses) expect(JSON.stringify(body)).not.toContain('growth');
  });
});
