import { fixtureCard, get } from '@gcd/testing/api.js';
import { describe, expect, it } from '@jest/globals';

const SITE = 'https://cards.example';
const CHARIZARD = fixtureCard('1a');

describe('GET /v1/certs/{grader}/{cert}: 200', () => {
  it('returns every field of a psa cert [S3 S7 S38 S39 S40 S47 S51 S54 S55 S56 S58 S59 S60 S63 S64 S138 S147 S148 S233]', async () => {
    const { status, headers, body } = await get('/v1/certs/psa/10000001');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      data: {
        description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
        display_name: 'Charizard, 1999 Base Set #4',
        universal_card_id: CHARIZARD,
        card_id: CHARIZARD,
        is_universal_match: true,
        card_url: `${SITE}/card/${CHARIZARD}`,
        grader: 'psa',
        grader_data: {
          cert: '10000001',
          grade: 'psa_9',
          grade_label: 'MINT 9',
          set_url: 'https://www.psacard.com/pop/tcg-cards/1999/pokemon-game/57801',
          population_context: {
            grade_population: 500,
            population_higher: 40,
            total_population: 1706,
            gem_total: 40,
            gem_rate: 0.0234,
          },
          has_auto_grade: false,
          auto_grade_label: null,
          cert_retrieval_month: '2026-03',
          spec_id: '544027',
          qualifier_type: null,
          population_context_auto_split: {
            auto: {
              grade_population: 0,
              population_higher: 2,
              total_population: 6,
              grade_qualifier_population: 0,
            },
            non_auto: {
              grade_population: 500,
              population_higher: 38,
              total_population: 1700,
              grade_qualifier_population: 3,
            },
          },
        },
      },
      meta: { request_id: headers.get('x-request-id') },
    });
  });

  it.each(['bgs', 'bvg', 'bccg', 'BGS', 'Beckett'])(
    'accepts %s as an alias for beckett [S29 S52 S146]',
    async (alias) => {
      const { status, body } = await get(`/v1/certs/${alias}/0001000001`);
      expect([status, body.data.grader]).toEqual([200, 'beckett']);
    },
  );

  it.each(['parsed_description=true', 'include=parsed_description'])(
    'adds the parsed description for %s [S53 S136 S142]',
    async (query) => {
      const { body } = await get(`/v1/certs/cgc/1000000001?${query}`);
      expect(body.data.parsed_description).toEqual({
        category: 'Pokemon',
        year: '1999',
        set_name: 'Base Set',
        name: 'Charizard',
        card_number: '4/102',
        parallel: 'Unlimited',
        subset: 'Holo',
      });
    },
  );
});

describe('cert numbers in paths', () => {
  it.each([
    ['/v1/certs/psa/https%3A%2F%2Fwww.psacard.com%2Fcert%2F10000001%2Fpsa', 200],
    ['/v1/certs/psa/https%3A%2F%2Fwww.psacard.com%2Fcert%2F10000001%2F/population', 200],
    ['/v1/certs/psa/%20%09PSA%20Cert%23%2010000001%0D%0A', 200],
    ['/v1/certs/psa/10000001%0A/images', 200],
    ['/v1/certs/psa/12%2f34', 404],
    ['/v1/certs/psa/%2F', 404],
    ['/v1/certs/psa/..%2F..%2Fusage', 404],
    ['/v1/specs/psa/12%2F34', 404],
  ])(
    'treats encoded slashes and surrounding line breaks of %s as part of the number',
    async (target, expected) => {
      const { status, body } = await get(target);
      expect([status, body.data?.grader_data?.cert ?? body.data?.cert ?? '10000001']).toEqual([
        expected,
        '10000001',
      ]);
    },
  );
});

describe('GET /v1/certs/{grader}/{cert}: 404', () => {
  it('returns the unknown cert number in the error details [S43 S44 S45 S149 S238 S252]', async () => {
    const { status, body } = await get('/v1/certs/bgs/99999999');
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'cert_not_found',
      details: { grader: 'beckett', cert: '99999999' },
    });
  });

  it.each([
    ['from another grader', 'sgc/10000001'],
    ['whose number has 65 characters', `psa/${'1'.repeat(65)}`],
    ['whose number is blank', 'psa/%20'],
    ['whose number contains a percent sign', 'psa/10000001%25'],
    ['whose number looks like an encoded character', 'psa/1%2500'],
    ['whose number contains SQL', "psa/'%20or%201=1--"],
    ['whose number has non-ASCII digits', 'psa/%D9%A1%D9%A2'],
    ['that is a standalone authentication', 'psa/A10001'],
  ])('returns 404 for a cert %s [S133]', async (_what, target) => {
    const { status, body } = await get(`/v1/certs/${target}`);
    expect([status, body.error.code]).toEqual([404, 'cert_not_found']);
  });
});

const verify = (cert: string, title: string) =>
  get(`/v1/certs/${cert}/verification?title=${encodeURIComponent(title)}`);

describe('GET /v1/certs/{grader}/{cert}/verification', () => {
  it('200: compares the title with the cert, and with the words of all graders of the card', async () => {
    const { status, body } = await verify(
      'psa/PSA%2010000001',
      ' 1999 Base Set Charizard 4/102 PSA 9 ',
    );
    expect(status).toBe(200);
    const { cert, verdict, checks, ...reasons } = body.data;
    expect(cert).toEqual((await get('/v1/certs/psa/10000001')).body.data);
    expect([verdict, reasons]).toEqual(['match', { unclear_fields: [], unexplained_words: [] }]);
    expect(checks).toContainEqual({
      field: 'card_number',
      title: '4/102',
      cert: '4',
      result: 'same',
    });
  });

  it.each([
    ['psa/10000002', '1999 Base Set Charizard #4 PSA 8 (OC)', 'match'],
    ['psa/10000003', '1999 Base Set Charizard #4 PSA 10', 'uncertain'],
    ['psa/10000006', '1999 signed index card', 'uncertain'],
    ['cgc/1000000001', '1999 Base Set Charizard 4/102 CGC 9', 'mismatch'],
  ])('200: %s, %s: %s', async (cert, title, verdict) => {
    const { status, body } = await verify(cert, title);
    expect([status, body.data.verdict]).toEqual([200, verdict]);
  });
});

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
