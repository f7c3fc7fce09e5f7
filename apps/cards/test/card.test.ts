import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/cards/{card_id}', () => {
  it('200: returns identity, parsed description, totals and population [S9 S188]', async () => {
    const { status, body } = await get(`/v1/cards/${fixtureCard('1d')}`);
    const population = await get(`/v1/cards/${fixtureCard('1d')}/population`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...population.body.data,
      parsed_description: {
        category: 'Pokemon',
        year: '1999',
        set_name: 'Base Set',
        name: 'Charizard',
        card_number: '4/102',
        parallel: 'Unlimited',
        subset: 'Holo',
      },
      total_population: 2113,
      gem_total: 104,
      gem_rate: 0.0492,
      graders_included: ['psa', 'beckett', 'sgc', 'cgc'],
    });
  });

  it('200: applies grader and auto_split to the totals and to the population', async () => {
    const { body } = await get(`/v1/cards/${fixtureCard('1a')}?grader=psa&auto_split=true`);
    expect(body.data).toMatchObject({
      total_population: 1706,
      gem_total: 40,
      graders_included: ['psa'],
    });
    expect(body.data.population.population_data.by_grader.psa.auto_split.auto.total).toBe(6);
  });
});
