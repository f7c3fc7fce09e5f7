import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const SITE = 'https://cards.example';

describe('GET /v1/certs/{grader}/{cert}: grades and counts', () => {
  it('ranks a cert with a qualifier by its grade number [S58 S60 S65]', async () => {
    const { body } = await get('/v1/certs/psa/10000002');
    expect(body.data.grader_data).toMatchObject({
      grade: 'psa_q8',
      grade_label: 'NM-MT 8 (OC)',
      qualifier_type: 'OC',
      population_context: {
        grade_population: 1000,
        grade_qualifier_population: 12,
        population_higher: 570,
      },
      population_context_auto_split: {
        auto: { grade_population: 3, grade_qualifier_population: 1 },
        non_auto: { grade_population: 997, grade_qualifier_population: 11 },
      },
    });
  });

  it('returns a generic label for an unknown qualifier', async () => {
    const { body } = await get('/v1/certs/psa/10000009');
    expect(body.data.grader_data).toMatchObject({
      grade: 'psa_q9',
      grade_label: 'MINT 9 (Q)',
      qualifier_type: null,
    });
  });

  it('ranks every numeric grade above an authentic grade', async () => {
    const { body } = await get('/v1/certs/psa/10000010');
    expect(body.data.grader_data).toMatchObject({
      grade_label: 'AUTHENTIC',
      population_context: { grade_population: 7, population_higher: 1684 },
    });
  });

  it('returns has_auto_grade=true and the autograph grade of an autographed cert [S61 S62 S141]', async () => {
    const { body } = await get('/v1/certs/psa/10000003');
    expect(body.data.grader_data).toMatchObject({
      has_auto_grade: true,
      auto_grade_label: 'AUTO 10',
      grade: 'psa_10',
    });
  });

  it('returns the grade label from the dataset if the cert has one', async () => {
    const { body } = await get('/v1/certs/psa/10000004');
    expect(body.data.grader_data.grade_label).toBe('NM-MT 8 SPECIAL');
  });

  it("returns the card's autograph split, but no population context, for a cert without a grade [S57 S66]", async () => {
    const { body } = await get('/v1/certs/psa/10000008');
    expect(body.data.grader_data).toMatchObject({
      grade: null,
      grade_label: null,
      population_context: null,
      population_context_auto_split: { auto: { grade_population: 0, total_population: 6 } },
    });
  });

  it('returns zeros for missing counts and null for missing text', async () => {
    const { body } = await get('/v1/certs/psa/10000005');
    expect(body.data).toMatchObject({
      description: '2023 POKEMON MEW EN-151 #199 CHARIZARD EX "SPECIAL, ILLUSTRATION RARE"',
      universal_card_id: null,
      is_universal_match: false,
      card_id: fixtureCard('4a'),
      card_url: `${SITE}/card/${fixtureCard('4a')}`,
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
      grade_population: 0,
      population_higher: 0,
      total_population: 0,
      grade_qualifier_population: 0,
    };
    expect(body.data).toEqual({
      description: '1999 SIGNED INDEX CARD',
      display_name: null,
      universal_card_id: null,
      card_id: null,
      is_universal_match: false,
      card_url: null,
      grader: 'psa',
      parsed_description: {
        category: '',
        year: '',
        set_name: '',
        name: '',
        card_number: '',
        parallel: null,
        subset: null,
      },
      grader_data: {
        cert: '10000006',
        grade: null,
        grade_label: null,
        set_url: null,
        population_context: null,
        has_auto_grade: false,
        auto_grade_label: null,
        cert_retrieval_month: '2026-03',
        spec_id: null,
        qualifier_type: null,
        population_context_auto_split: { auto: zeros, non_auto: zeros },
      },
    });
  });
});
