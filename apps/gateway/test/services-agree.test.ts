import { describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';

describe('GET /v1/certs/{grader}/{cert}?include=…: 200', () => {
  it('adds the population and the cross-grader counts with include=population [S144]', async () => {
    const { body } = await get('/v1/certs/psa/10000003?include=population');
    const card = await get(`/v1/cards/${fixtureCard('1a')}/population`);
    expect(body.data.population).toEqual(card.body.data.population);
    expect(body.data.cross_grader).toEqual({
      grade: 'gem_mint',
      grade_population: 40 + 20 + 5 + 30,
      grade_rate: 0.045,
      population_higher: 3 + 1 + 5,
      higher_rate: 0.0043,
      total_population: 2113,
      total_gems_or_greater: 104,
      gem_rate: 0.0492,
      by_grader: {
        psa: {
          grade: 'psa_10',
          grade_population: 40,
          population_higher: 0,
          total_population: 1706,
        },
        beckett: {
          grade: 'beckett_9_5',
          grade_population: 20,
          population_higher: 3,
          total_population: 153,
        },
        sgc: { grade: 'sgc_10', grade_population: 5, population_higher: 1, total_population: 57 },
        cgc: { grade: 'cgc_10', grade_population: 30, population_higher: 5, total_population: 197 },
      },
    });
  });
});

describe('GET /v1/certs/{grader}/{cert}/population: 200', () => {
  it('returns the cert with the population of its card [S150 S153]', async () => {
    const [cert, card, both] = await Promise.all([
      get('/v1/certs/psa/10000001'),
      get(`/v1/cards/${fixtureCard('1a')}/population`),
      get('/v1/certs/psa/10000001/population'),
    ]);
    expect(both.status).toBe(200);
    expect(both.body.data).toEqual({ ...cert.body.data, population: card.body.data.population });
  });
});

describe('GET /v1/cards/population: 200', () => {
  it('does not shadow other paths below /v1/cards', async () => {
    expect((await get('/v1/cards/population/changes')).body.data).toHaveProperty('next_cursor');
    const { status, body } = await get('/v1/cards/population/population');
    expect([status, body.error.code]).toEqual([404, 'card_not_found']);
  });
});

describe('GET /v1/cards/search/suggest: 200', () => {
  it('returns set ids that GET /v1/sets/{set_id} accepts', async () => {
    const { body } = await get('/v1/cards/search/suggest?query=2003%20skyr');
    const { set_id } = body.data.suggestions.find(({ kind }: { kind: string }) => kind === 'set');
    const set = await get(`/v1/sets/${set_id}`);
    expect([set.status, set.body.data.set_name]).toEqual([200, 'Pokemon Skyridge']);
  });
});
