import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');

describe('GET /v1/specs/{grader}/{spec_id}: 200', () => {
  it("returns the identity of the spec's card [S10 S38 S119 S164 S168]", async () => {
    const { status, body } = await get('/v1/specs/psa/544027');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
      display_name: 'Charizard, 1999 Base Set #4',
      universal_card_id: CHARIZARD,
      card_id: CHARIZARD,
      is_universal_match: true,
      card_url: `https://cards.example/card/${CHARIZARD}`,
      grader: 'psa',
      spec_id: '544027',
    });
  });

  it.each(['parsed_description=true', 'include=parsed_description'])(
    'adds the parsed description with %s [S136 S166]',
    async (query) => {
      const { body } = await get(`/v1/specs/PSA/544027?${query}`);
      expect(body.data.parsed_description).toMatchObject({
        name: 'Charizard-Holo',
        card_number: '4',
      });
    },
  );

  it('accepts a number as people type it', async () => {
    const { body } = await get(`/v1/specs/psa/${encodeURIComponent('PSA 544,027')}`);
    expect(body.data?.spec_id).toBe('544027');
  });

  it('with auto=false, returns the alternate representation for any grader [S121 S167]', async () => {
    const { body } = await get('/v1/specs/bgs/77001?auto=false');
    expect(body.data).toEqual({
      card_id: fixtureCard('1b'),
      spec: { grader: 'beckett', spec_id: '77001' },
      description: '1999 Pokemon Base Unlimited #4 Charizard HOLO R',
      display_name: 'Charizard, 1999 Base Set #4',
      category: 'Pokemon',
      year: '1999',
      set_name: 'Pokemon Base',
      name: 'Charizard',
      card_number: '4',
      parallel: 'Unlimited',
      subset: null,
    });
  });

  it('with include=population, adds the population for all graders [S121 S167]', async () => {
    const { body } = await get('/v1/specs/beckett/77001?include=population');
    const { population } = body.data;
    expect(population).toMatchObject({
      total: 2113,
      gem_total: 104,
      gem_rate: 0.0492,
      last_population_change: '2026-03-20',
    });
    expect(population.grades).toMatchObject({ beckett_8: 50, beckett_10_black: 1 });
    expect(Object.keys(population.grades)).toHaveLength(20);
    expect(Object.keys(population.by_grader)).toEqual(['psa', 'beckett', 'sgc', 'cgc']);
    expect(population.by_grader.psa).not.toHaveProperty('auto_split');
  });

  it.each([
    ['77003?grader_id2=H7', 'H7'],
    ['77003?grader_id2=H8', 'H8'],
    ['77010?grader_id2=', '18'],
  ])(
    'uses grader_id2 to distinguish grader cards with the same number: %s [S167]',
    async (spec, number) => {
      const { body } = await get(`/v1/specs/beckett/${spec}`);
      expect(body.data.card_number).toBe(number);
    },
  );
});

describe('GET /v1/specs/{grader}/{spec_id}: 202', () => {
  it.each(['', '/population'])(
    'returns 202 for a spec whose mapping is in progress at /{spec_id}%s [S128 S169 S175 S231 S250]',
    async (suffix) => {
      const { status, body } = await get(`/v1/specs/psa/9990001${suffix}`);
      expect(status).toBe(202);
      expect(body.error).toMatchObject({
        code: 'processing',
        details: { grader: 'psa', spec_id: '9990001' },
      });
    },
  );
});

describe('GET /v1/specs/{grader}/{spec_id}/population: 200', () => {
  it('returns the spec with the population of its card [S120 S171 S174]', async () => {
    const [spec, card, both] = await Promise.all([
      get('/v1/specs/psa/544027'),
      get(`/v1/cards/${CHARIZARD}/population`),
      get('/v1/specs/psa/544027/population'),
    ]);
    expect(both.body.data).toEqual({ ...spec.body.data, population: card.body.data.population });
  });

  it('applies universal=false, auto_split=true and parsed_description=true to the population [S136 S137 S173]', async () => {
    const { body } = await get(
      '/v1/specs/psa/544027/population?universal=false&auto_split=true&parsed_description=true',
    );
    expect(body.data.population.graders_included).toEqual(['psa']);
    expect(body.data.population.population_data.by_grader.psa.auto_split.auto.total).toBe(6);
    expect(body.data.population.graders.psa.parsed_description).toEqual(
      body.data.parsed_description,
    );
  });
});
