import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get, openServices } from '@gcd/testing/service.js';
import { lookupCert, type RequestOf } from '@gcd/contracts';

describe('GET /v1/certs/{grader}/{cert}: grades and counts', () => {
  it.each<[string, string, object]>([
    [
      'a cert with a qualifier by its grade number [S58 S60 S65]',
      '10000002',
      {
        ...{ grade: 'psa_q8', grade_label: 'NM-MT 8 (OC)', qualifier_type: 'OC' },
        population_context: {
          ...{ grade_population: 1000, grade_qualifier_population: 12, population_higher: 570 },
        },
        population_context_auto_split: {
          auto: { grade_population: 3, grade_qualifier_population: 1 },
          non_auto: { grade_population: 997, grade_qualifier_population: 11 },
        },
      },
    ],
    [
      'an unknown qualifier, with a generic label',
      '10000009',
      { grade: 'psa_q9', grade_label: 'MINT 9 (Q)', qualifier_type: null },
    ],
    [
      'an authentic grade below every numeric grade',
      '10000010',
      {
        grade_label: 'AUTHENTIC',
        population_context: { grade_population: 7, population_higher: 1684 },
      },
    ],
    [
      'an autographed cert, with the grade of its autograph [S61 S62 S141]',
      '10000003',
      { has_auto_grade: true, auto_grade_label: 'AUTO 10', grade: 'psa_10' },
    ],
    ['the grade label from the dataset', '10000004', { grade_label: 'NM-MT 8 SPECIAL' }],
    [
      'a cert without a grade, with the autograph split of its card [S57 S66]',
      '10000008',
      {
        ...{ grade: null, grade_label: null, population_context: null },
        population_context_auto_split: { auto: { grade_population: 0, total_population: 6 } },
      },
    ],
  ])('returns %s', async (_what, cert, expected) => {
    const { body } = await get(`/v1/certs/psa/${cert}`);
    expect(body.data.grader_data).toMatchObject(expected);
  });

  it('returns zeros for missing counts and null for missing text', async () => {
    const { body } = await get('/v1/certs/psa/10000005');
    expect(body.data).toMatchObject({
      description: '2023 POKEMON MEW EN-151 #199 CHARIZARD EX "SPECIAL, ILLUSTRATION RARE"',
      universal_card_id: null,
      is_universal_match: false,
      card_id: fixtureCard('4a'),
      card_url: `https://cards.example/card/${fixtureCard('4a')}`,
      grader_data: {
        set_url: null,
        cert_retrieval_month: null,
        population_context: {
          grade_population: 0,
          population_higher: 0,
          total_population: 0,
          gem_total: 0,
          gem_rate: 0,
        },
      },
    });
  });

  it('returns nulls and an all-zero autograph split for a psa cert without a card [S49 S66]', async () => {
    const { body } = await get('/v1/certs/psa/10000006?parsed_description=true');
    const zeros = {
      ...{ grade_population: 0, population_higher: 0 },
      ...{ total_population: 0, grade_qualifier_population: 0 },
    };
    const noCard = { universal_card_id: null, card_id: null, card_url: null, display_name: null };
    expect(body.data).toMatchObject({
      ...noCard,
      parsed_description: { category: '', year: '', name: '', parallel: null },
      grader_data: {
        ...{ grade: null, set_url: null, spec_id: null, population_context: null },
        population_context_auto_split: { auto: zeros, non_auto: zeros },
      },
    });
  });
});

describe('GET /v1/certs/{grader}/{cert} for each grader', () => {
  it('returns subgrades and no psa fields for a beckett cert [S64 S67 S68]', async () => {
    const { body } = await get('/v1/certs/beckett/0001000001');
    expect(body.data).toMatchObject({
      universal_card_id: fixtureCard('1a'),
      card_id: fixtureCard('1b'),
      grader: 'beckett',
    });
    const { grader_data } = body.data;
    expect(grader_data).toMatchObject({
      ...{ cert: '0001000001', grade: 'beckett_9_5', grade_label: 'GEM MINT 9.5' },
      population_context: { grade_population: 20, population_higher: 3, gem_rate: 0.1503 },
      subgrades: { centering: 9.5, corners: 9, edges: 9.5, surface: 10 },
    });
    for (const field of ['spec_id', 'qualifier_type', 'population_context_auto_split']) {
      expect(grader_data).not.toHaveProperty(field);
    }
  });

  it('returns no universal card id for a beckett cert whose card is unmatched [S48 S70]', async () => {
    const { body } = await get('/v1/certs/beckett/0001000003');
    expect(body.data).toMatchObject({
      universal_card_id: null,
      is_universal_match: false,
      card_id: fixtureCard('3b'),
    });
    expect(body.data.grader_data).not.toHaveProperty('subgrades');
  });

  it('returns a null card_id and a null grade for a cert with neither a card nor a grade [S69]', async () => {
    const { body } = await get('/v1/certs/bccg/0001000002');
    expect(body.data).toMatchObject({
      card_id: null,
      universal_card_id: null,
      grader: 'beckett',
      description: '2001 SOME PROMO CARD',
    });
    expect(body.data.grader_data).toMatchObject({ grade: null, population_context: null });
  });
});

describe('GET /v1/certs/{grader}/{cert}?psa_dna=true: 200', () => {
  it.each(['psa', 'sgc', 'BGS', 'ace', '%20'])(
    'returns the authentication record, ignoring the grader in the path: %s [S139]',
    async (grader) => {
      const { status, body } = await get(`/v1/certs/${grader}/A10002?psa_dna=true`);
      expect([status, body.data?.description]).toEqual([200, 'Signed photo']);
    },
  );

  it('returns the fields of an authentication record, with no population [S71 S72 S73 S74 S77 S140 S147]', async () => {
    const { body } = await get('/v1/certs/psa/A10002?psa_dna=true&include=population');
    expect(body.data).toEqual({
      description: 'Signed photo',
      result: 'AUTHENTIC',
      primary_subjects: ['Magic Johnson', 'Larry Bird'],
      other_subjects: ['Pat Riley'],
      cert_details_cached: null,
    });
  });

  it('returns an empty list of other subjects if the record has none [S75 S76]', async () => {
    const { body } = await get('/v1/certs/psa/A10001?psa_dna=true');
    expect(body.data).toMatchObject({
      primary_subjects: ['Willie Mays'],
      other_subjects: [],
      cert_details_cached: '2026-02',
    });
  });
});

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
});

describe('requests over NATS', () => {
  it('get default values for missing fields, and are rejected with 503 if they are invalid', async () => {
    const services = await openServices();
    const send = async (request: object) => {
      const reply = await services.call(lookupCert, request as RequestOf<typeof lookupCert>);
      return { status: reply.status, body: JSON.parse(Buffer.from(reply.payload).toString()) };
    };
    const { body } = await get('/v1/certs/psa/10000001');
    const cert = { grader: 'psa', cert: '10000001' };
    expect(await send(cert)).toEqual({ status: 200, body: body.data });
    for (const invalid of [
      { ...cert, grader: 'bgs' },
      { ...cert, psa_dna: 'false' },
      { grader: 'psa' },
    ]) {
      expect(await send(invalid)).toMatchObject({ status: 503, body: { code: 'internal_error' } });
    }
    await services.close();
  });
});
