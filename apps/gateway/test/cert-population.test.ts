import { describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';

describe('GET /v1/certs/{grader}/{cert}/population: 200', () => {
  it('is the cert with the population of its card', async () => {
    const [cert, card, both] = await Promise.all([
      get('/v1/certs/psa/10000001'),
      get(`/v1/cards/${fixtureCard('1a')}/population`),
      get('/v1/certs/psa/10000001/population'),
    ]);
    expect(both.status).toBe(200);
    expect(both.body.data).toEqual({ ...cert.body.data, population: card.body.data.population });
  });

  it('auto_split=true splits psa', async () => {
    const { body } = await get('/v1/certs/cgc/1000000001/population?auto_split=true');
    expect(body.data.population.population_data.by_grader.psa.auto_split.auto.total).toBe(6);
  });

  it("universal=false restricts the block to the path's grader", async () => {
    const { body } = await get('/v1/certs/csg/1000000001/population?universal=false');
    expect(body.data.population).toMatchObject({
      graders_included: ['cgc'],
      population_data: { total: 197, gem_total: 35 },
    });
  });

  it('universal=true is the default', async () => {
    const [absent, stated] = await Promise.all([
      get('/v1/certs/psa/10000001/population'),
      get('/v1/certs/psa/10000001/population?universal=true'),
    ]);
    expect(stated.body.data).toEqual(absent.body.data);
  });

  it.each(['parsed_description=true', 'include=parsed_description'])(
    '%s stands at the top and in each grader',
    async (query) => {
      const { body } = await get(`/v1/certs/cgc/1000000001/population?${query}`);
      expect(body.data.parsed_description).toMatchObject({ card_number: '4/102' });
      expect(body.data.population.graders.beckett.parsed_description).toMatchObject({
        parallel: 'Unlimited',
      });
    },
  );

  it.each(['psa/10000006', 'beckett/0001000002'])(
    'the population of %s, which is not linked to a card, is null',
    async (cert) => {
      const { status, body } = await get(`/v1/certs/${cert}/population`);
      expect([status, body.data.population, body.data.card_id]).toEqual([200, null, null]);
    },
  );

  it('the population of an unmatched card has its own grader only', async () => {
    const { body } = await get('/v1/certs/psa/10000007/population');
    expect(body.data.population).toMatchObject({
      graders_included: ['psa'],
      population_data: { total: 3 },
    });
  });
});

describe('GET /v1/certs/{grader}/{cert}/population: 400', () => {
  it.each(['true', 'false', 'x', ''])('psa_dna=%s is not accepted here', async (value) => {
    const { status, body } = await get(`/v1/certs/psa/10000001/population?psa_dna=${value}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_parameter',
      details: { parameter: 'psa_dna', reason: 'not_accepted' },
    });
  });

  it.each(['auto_split', 'universal', 'parsed_description'])(
    '%s must be a boolean',
    async (parameter) => {
      const { body } = await get(`/v1/certs/psa/10000001/population?${parameter}=yes`);
      expect(body.error).toMatchObject({
        code: 'invalid_parameter',
        details: { parameter, reason: 'malformed' },
      });
    },
  );

  it('include takes the parts of the description only', async () => {
    const { body } = await get('/v1/certs/psa/10000001/population?include=source');
    expect(body.error.details).toEqual({ parameter: 'include', reason: 'not_accepted' });
  });

  it('an unknown grader', async () => {
    const { body } = await get('/v1/certs/ace/10000001/population');
    expect(body.error.code).toBe('invalid_grader');
  });
});

describe('GET /v1/certs/{grader}/{cert}/population: 404', () => {
  it('an unknown cert', async () => {
    const { status, body } = await get('/v1/certs/sgc/10000001/population');
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'cert_not_found',
      details: { grader: 'sgc', cert: '10000001' },
    });
  });
});
