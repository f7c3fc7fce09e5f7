import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const MOVERS = '/v1/cards/population/movers';

describe(`GET ${MOVERS}`, () => {
  it('200: returns identity, copies added and totals for the week that ends on the latest date', async () => {
    const { status, body } = await get(MOVERS);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      window: { start: '2026-03-25', end: '2026-04-01' },
      results: [
        {
          description: '1979 O-Pee-Chee #18 Wayne Gretzky',
          display_name: 'Wayne Gretzky, 1979 O-Pee-Chee #18',
          universal_card_id: null,
          card_id: fixtureCard('8b'),
          is_universal_match: false,
          card_url: `https://cards.example/card/${fixtureCard('8b')}`,
          grader: 'beckett',
          parsed_description: {
            category: 'Hockey',
            year: '1979',
            set_name: 'O-Pee-Chee',
            name: 'Wayne Gretzky',
            card_number: '18',
            parallel: null,
            subset: null,
          },
          set_id: expect.stringMatching(/^[0-9a-f]{40}$/),
          graders_included: ['beckett'],
          added: 5,
          total_population: 15,
          gem_total: 1,
          gem_rate: 0.0667,
        },
      ],
    });
  });

  it("200: returns the copies added in a month, excluding each grader's first count", async () => {
    const { body } = await get(`${MOVERS}?window=month`);
    expect(body.data).toMatchObject({
      window: { start: '2026-03-02', end: '2026-04-01' },
      results: [{ card_id: fixtureCard('8b'), added: 5 }],
    });
  });

  it('200: with metric=gems, counts only gem copies', async () => {
    const { body } = await get(`${MOVERS}?metric=gems`);
    expect(body.data.results).toMatchObject([{ card_id: fixtureCard('8b'), added: 1 }]);
  });

  it.each([
    ['hockey', 1],
    ['HOCKEY', 1],
    ['', 1],
    ['Pokemon', 0],
    ['unknown', 0],
  ])('200: returns only cards in category=%s', async (category, expected) => {
    const { status, body } = await get(`${MOVERS}?category=${category}`);
    expect([status, body.data.results]).toEqual([200, expect.any(Array)]);
    expect(body.data.results).toHaveLength(expected);
  });
});
