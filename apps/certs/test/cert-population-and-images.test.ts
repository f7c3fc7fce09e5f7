import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/certs/{grader}/{cert}/population: 200', () => {
  it('with auto_split=true, adds auto_split to psa [S135 S151]', async () => {
    const { body } = await get('/v1/certs/cgc/1000000001/population?auto_split=true');
    expect(body.data.population.population_data.by_grader.psa.auto_split.auto.total).toBe(6);
  });

  it("with universal=false, returns only the path's grader [S137 S151]", async () => {
    const { body } = await get('/v1/certs/csg/1000000001/population?universal=false');
    expect(body.data.population).toMatchObject({
      graders_included: ['cgc'],
      population_data: { total: 197, gem_total: 35 },
    });
  });

  it.each(['parsed_description=true', 'include=parsed_description'])(
    'with %s, adds parsed descriptions at the top level and for each grader [S136 S151]',
    async (query) => {
      const { body } = await get(`/v1/certs/cgc/1000000001/population?${query}`);
      expect(body.data.parsed_description).toMatchObject({ card_number: '4/102' });
      expect(body.data.population.graders.beckett.parsed_description).toMatchObject({
        parallel: 'Unlimited',
      });
    },
  );

  it.each(['psa/10000006', 'beckett/0001000002'])(
    'returns a null population for %s, which is not linked to a card [S129 S154]',
    async (cert) => {
      const { status, body } = await get(`/v1/certs/${cert}/population`);
      expect([status, body.data.population, body.data.card_id]).toEqual([200, null, null]);
    },
  );

  it('with include=growth, returns the same growth as the population of the card', async () => {
    const cert = await get('/v1/certs/psa/10000001/population?include=growth');
    const card = await get(`/v1/cards/${cert.body.data.card_id}/population?include=growth`);
    expect(cert.body.data.growth.week.graders_included).toHaveLength(4);
    expect(cert.body.data.growth).toEqual(card.body.data.growth);
    const own = await get('/v1/certs/psa/10000001/population?include=growth&universal=false');
    expect(own.body.data.growth.week.graders_included).toEqual(['psa']);
  });

  it('with include=growth, returns no growth for a cert without a card', async () => {
    const { body } = await get('/v1/certs/psa/10000006/population?include=growth');
    expect(body.data.growth).toEqual({
      as_of: '2026-04-01',
      ...{ week: null, month: null, quarter: null, year: null },
    });
  });
});

describe('GET /v1/certs/{grader}/{cert}/images', () => {
  it('200: returns both sides [S12 S118 S156 S158]', async () => {
    const { status, body } = await get('/v1/certs/psa/10000001/images');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      grader: 'psa',
      cert: '10000001',
      image_front: 'https://images.example.com/10000001-front.jpg',
      image_back: 'https://images.example.com/10000001-back.jpg',
    });
  });

  it('200: returns null for a missing side', async () => {
    const { body } = await get('/v1/certs/psa/10000002/images');
    expect(body.data).toMatchObject({ image_front: expect.any(String), image_back: null });
  });

  it('200: returns null for both sides if the dataset lists the cert without images', async () => {
    const { status, body } = await get('/v1/certs/psa/10000004/images');
    expect([status, body.data]).toEqual([
      200,
      { grader: 'psa', cert: '10000004', image_front: null, image_back: null },
    ]);
  });

  it('202: returns processing if the cert exists but its images have not been imported [S130 S160 S234 S250]', async () => {
    const { status, body } = await get('/v1/certs/psa/10000003/images');
    expect(status).toBe(202);
    expect(body.error).toMatchObject({
      code: 'processing',
      details: { grader: 'psa', cert: '10000003' },
    });
  });
});
