import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');

describe('GET /v1/certs/{grader}/{cert} for each grader', () => {
  it('returns subgrades and no psa fields for a beckett cert [S64 S67 S68]', async () => {
    const { body } = await get('/v1/certs/beckett/0001000001');
    expect(body.data).toMatchObject({
      universal_card_id: CHARIZARD,
      card_id: fixtureCard('1b'),
      grader: 'beckett',
    });
    expect(body.data.grader_data).toEqual({
      cert: '0001000001',
      grade: 'beckett_9_5',
      grade_label: 'GEM MINT 9.5',
      set_url: 'https://www.beckett.com/grading/set/123',
      population_context: {
        grade_population: 20,
        population_higher: 3,
        total_population: 153,
        gem_total: 23,
        gem_rate: 0.1503,
      },
      has_auto_grade: false,
      auto_grade_label: null,
      cert_retrieval_month: '2026-03',
      subgrades: { centering: 9.5, corners: 9, edges: 9.5, surface: 10 },
    });
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

  it.each([
    [
      'sgc',
      '1000001',
      'sgc_9_5',
      'MINT+ 9.5',
      { grade_population: 10, population_higher: 6, total_population: 57 },
    ],
    [
      'cgc',
      '1000000001',
      'cgc_10_pristine',
      'PRISTINE 10',
      { grade_population: 4, population_higher: 1, total_population: 197 },
    ],
  ])(
    'returns grade labels and counts in the grade scale of %s [S57]',
    async (grader, cert, grade, label, context) => {
      const { body } = await get(`/v1/certs/${grader}/${cert}`);
      expect(body.data.grader_data).toMatchObject({
        grade,
        grade_label: label,
        population_context: context,
      });
      expect(body.data.grader_data).not.toHaveProperty('population_context_auto_split');
      expect(body.data.grader_data).not.toHaveProperty('spec_id');
    },
  );
});
