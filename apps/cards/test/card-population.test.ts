import { GRADE_SCALES } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');

describe('GET /v1/cards/{card_id}/population: 200', () => {
  it('includes every grader that lists the card [S2 S3 S8 S23 S24 S31 S32 S50 S78 S79 S85 S86 S87 S177 S179]', async () => {
    const { status, body } = await get(`/v1/cards/${CHARIZARD}/population`);
    expect(status).toBe(200);
    const { population, set_id, ...identity } = body.data;
    expect(identity).toEqual({
      description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
      display_name: 'Charizard, 1999 Base Set #4',
      universal_card_id: CHARIZARD,
      card_id: CHARIZARD,
      is_universal_match: true,
      card_url: `https://cards.example/card/${CHARIZARD}`,
      grader: 'psa',
    });
    // The set id is derived from the category, year and set name of the grader card that the universal card id
    // identifies.
    expect(set_id).toBe('375017c0baf54ba373cfaf35182151c1cc73f3a3');
    expect(Object.keys(body.data).at(-1)).toBe('set_id');
    expect(population.graders_included).toEqual(['psa', 'beckett', 'sgc', 'cgc']);
    expect(population.graders).toEqual({
      psa: {
        card_id: CHARIZARD,
        set_url: 'https://www.psacard.com/pop/tcg-cards/1999/pokemon-game/57801',
        spec_id: '544027',
      },
      beckett: { card_id: fixtureCard('1b'), set_url: 'https://www.beckett.com/grading/set/123' },
      sgc: { card_id: fixtureCard('1c'), set_url: null },
      cgc: { card_id: fixtureCard('1d'), set_url: 'https://www.cgccards.com/population/1' },
    });
    expect(population.population_data).toMatchObject({
      total: 1706 + 153 + 57 + 197,
      gem_total: 40 + 23 + 6 + 35,
      gem_rate: 0.0492,
      data_last_updated: '2026-04-01',
      last_population_change: '2026-03-20',
    });
    expect(population.population_data.by_grader.cgc).toMatchObject({
      total: 197,
      gem_total: 35,
      gem_rate: 0.1777,
      last_population_change: '2026-03-20',
    });
  });

  it('advances data_last_updated but not last_population_change when a later import repeats the counts [S83 S84 S88]', async () => {
    const { body } = await get(`/v1/cards/${CHARIZARD}/population?grader=psa`);
    expect(body.data.population.population_data).toMatchObject({
      data_last_updated: '2026-04-01',
      last_population_change: '2026-03-01',
    });
  });

  it('returns every key of every grade scale in order, including zero counts [S89 S100]', async () => {
    const { body } = await get(`/v1/cards/${CHARIZARD}/population`);
    for (const scale of Object.values(GRADE_SCALES)) {
      const { grades } = body.data.population.population_data.by_grader[scale.grader];
      expect(Object.keys(grades)).toEqual(scale.grades.map(({ key }) => key));
    }
    const { psa } = body.data.population.population_data.by_grader;
    expect(psa.grades).toMatchObject({
      psa_auth: 7,
      psa_1_5: 4,
      psa_2: 0,
      psa_8: 1000,
      psa_10: 40,
    });
    expect(Object.keys(psa.qualifiers)).toEqual(GRADE_SCALES.psa.qualifiers.map(({ key }) => key));
    expect(psa.qualifiers).toMatchObject({ psa_q1: 0, psa_q8: 12, psa_q9: 3 });
    expect(psa).not.toHaveProperty('auto_split');
    expect(body.data.population.population_data.by_grader.sgc).not.toHaveProperty('qualifiers');
  });

  it("returns the same population for another grader's card id, with that card's identity [S33 S34 S49 S133]", async () => {
    const [universal, scoped] = await Promise.all([
      get(`/v1/cards/${CHARIZARD}/population`),
      get(`/v1/cards/${fixtureCard('1d')}/population`),
    ]);
    expect(scoped.body.data).toMatchObject({
      card_id: fixtureCard('1d'),
      universal_card_id: CHARIZARD,
      grader: 'cgc',
      description: 'Pokemon Base Set (1999) Charizard 4/102 Unlimited Holo',
      card_url: `https://cards.example/card/${CHARIZARD}`,
      set_id: universal.body.data.set_id,
    });
    expect(scoped.body.data.population).toEqual(universal.body.data.population);
  });

  it('with auto_split=true, adds auto_split to psa only [S91 S135 S178]', async () => {
    const { body } = await get(`/v1/cards/${CHARIZARD}/population?auto_split=true`);
    const { psa, beckett } = body.data.population.population_data.by_grader;
    expect(psa.auto_split.auto).toMatchObject({ total: 6, gem_total: 2, gem_rate: 0.3333 });
    expect(psa.auto_split.auto.grades).toMatchObject({ psa_8: 3, psa_10: 2, psa_9: 0 });
    expect(psa.auto_split.auto.qualifiers).toMatchObject({ psa_q8: 1 });
    expect(psa.auto_split.non_auto).toMatchObject({ total: 1700, gem_total: 38, gem_rate: 0.0224 });
    expect(beckett).not.toHaveProperty('auto_split');
  });

  it('adds parsed_description at the top level and for each grader [S136 S178]', async () => {
    const { body } = await get(`/v1/cards/${CHARIZARD}/population?parsed_description=true`);
    expect(body.data.parsed_description).toMatchObject({ name: 'Charizard-Holo', parallel: null });
    expect(body.data.population.graders.cgc.parsed_description).toMatchObject({
      card_number: '4/102',
      subset: 'Holo',
    });
    expect(body.data.population.graders.psa.parsed_description).toEqual(
      body.data.parsed_description,
    );
  });

  it.each([
    ['psa', 1706],
    ['BGS', 153],
  ])(
    'with grader=%s, restricts the totals to that grader [S35 S92 S178]',
    async (grader, total) => {
      const { body } = await get(`/v1/cards/${CHARIZARD}/population?grader=${grader}`);
      const { graders_included, graders, population_data } = body.data.population;
      expect(graders_included).toHaveLength(1);
      expect(Object.keys(graders)).toEqual(graders_included);
      expect(Object.keys(population_data.by_grader)).toEqual(graders_included);
      expect(population_data.total).toBe(total);
    },
  );

  it("returns only one grader's population if the card is unmatched [S36 S37 S48 S50]", async () => {
    const { body } = await get(`/v1/cards/${fixtureCard('3b')}/population`);
    expect(body.data).toMatchObject({
      universal_card_id: null,
      is_universal_match: false,
      card_url: `https://cards.example/card/${fixtureCard('3b')}`,
    });
    expect(body.data.population.graders_included).toEqual(['beckett']);
  });
});

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
});

const GRETZKY = fixtureCard('8b');
const RAICHU = fixtureCard('2a');

const growthOf = async (card: string, query = '') =>
  (await get(`/v1/cards/${card}/population?include=growth${query}`)).body.data.growth;

describe('include=growth: 200', () => {
  it('returns the copies added in each period, and null for a period before the first counts', async () => {
    expect(await growthOf(GRETZKY)).toEqual({
      as_of: '2026-04-01',
      week: { since: '2026-03-25', total: 5, gem_total: 1, graders_included: ['beckett'] },
      month: null,
      quarter: null,
      year: null,
    });
  });

  it('counts only graders with counts on or before the first day of the period', async () => {
    const { week, month, quarter } = await growthOf(CHARIZARD);
    expect(week.graders_included).toEqual(['psa', 'beckett', 'sgc', 'cgc']);
    expect(month).toEqual({
      since: '2026-03-02',
      total: 0,
      gem_total: 0,
      graders_included: ['psa', 'beckett', 'sgc'],
    });
    expect(quarter).toBeNull();
  });

  it('counts a grader whose first counts are of the first day of the period', async () => {
    const { quarter } = await growthOf(RAICHU);
    expect(quarter).toEqual({
      since: '2025-12-31',
      total: 0,
      gem_total: 0,
      graders_included: ['psa'],
    });
  });

  it('covers only the grader that the request names', async () => {
    const { week, month } = await growthOf(CHARIZARD, '&grader=cgc');
    expect([week.graders_included, month]).toEqual([['cgc'], null]);
    expect((await growthOf(GRETZKY, '&grader=psa')).week).toBeNull();
  });

  it('is the same for a card by id, its population, and a batch', async () => {
    const growth = await growthOf(GRETZKY);
    const card = await get(`/v1/cards/${GRETZKY}?include=growth`);
    expect(card.body.data.growth).toEqual(growth);
    const batch = await get(`/v1/cards/population?card_ids=${RAICHU},${GRETZKY}&include=growth`);
    expect(batch.body.data.cards[1].growth).toEqual(growth);
  });
});
