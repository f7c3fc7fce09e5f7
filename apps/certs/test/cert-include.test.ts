import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/certs/{grader}/{cert}?include=…: 200', () => {
  it('with include=source, returns the source of the data', async () => {
    const { body } = await get('/v1/certs/psa/10000001?include=source');
    expect(body.data.source).toEqual({
      grader: 'psa',
      cert: '10000001',
      cert_url: 'https://www.psacard.com/cert/10000001/psa',
      set_url: 'https://www.psacard.com/pop/tcg-cards/1999/pokemon-game/57801',
      spec_id: '544027',
      retrieved_month: '2026-03',
      population_as_of: '2026-04-01',
    });
  });

  it('with include=source, returns null for missing values', async () => {
    const { body } = await get('/v1/certs/bccg/0001000002?include=source');
    expect(body.data.source).toEqual({
      grader: 'beckett',
      cert: '0001000002',
      cert_url: null,
      set_url: null,
      spec_id: null,
      retrieved_month: '2026-03',
      population_as_of: null,
    });
  });

  it.each([
    ['without a grade', 'psa/10000008', false],
    ['without a card', 'psa/10000006', true],
  ])(
    'returns null instead of cross-grader counts for a cert %s',
    async (_what, cert, isPopulationNull) => {
      const { body } = await get(`/v1/certs/${cert}?include=population`);
      expect(body.data.cross_grader).toBeNull();
      expect(body.data.population === null).toBe(isPopulationNull);
    },
  );

  it('accepts all values of include together, in any order [S143]', async () => {
    const { body } = await get(
      '/v1/certs/bgs/0001000001?include=population,parsed_description,source',
    );
    expect(body.data).toMatchObject({
      source: { grader: 'beckett' },
      parsed_description: { name: 'Charizard' },
      population: {},
      cross_grader: {},
    });
    expect(body.data.population.graders.psa.parsed_description).toBeDefined();
  });

  it('with auto=true, adds auto_split to psa in the population block [S145]', async () => {
    const { body } = await get('/v1/certs/psa/10000001?include=population&auto=true');
    expect(body.data.population.population_data.by_grader.psa.auto_split.auto.total).toBe(6);
  });

  it('ignores auto without include=population [S145]', async () => {
    const [plain, auto] = await Promise.all([
      get('/v1/certs/psa/10000001'),
      get('/v1/certs/psa/10000001?auto=true'),
    ]);
    expect(auto.body.data).toEqual(plain.body.data);
    expect(auto.headers.get('x-ignored-parameters')).toBeNull();
  });
});
