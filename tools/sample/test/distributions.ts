import { GRADERS, type Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import { cards, groups } from './cards.js';
import { certs, gradeShares, newest, populations, quantile, sum } from './dataset.js';

const totalOf = (cardId = '') => newest(cardId)?.total ?? 0;
const byDescription = new Map(cards.map((card) => [`${card.grader} ${card.description}`, card]));
const certByNumber = new Map(certs.map((cert) => [`${cert.grader} ${cert.cert}`, cert]));

describe('distributions in the sample', () => {
  const shares = (grader: Grader, from: number, to: number, names: readonly string[]) =>
    names.map((name) => Math.round(100 * gradeShares(grader, from, to)(name)));
  const expectNear = (measured: readonly number[], wanted: readonly number[], within: number) =>
    measured.forEach((share, at) => {
      expect(Math.abs(share - (wanted[at] ?? 0))).toBeLessThanOrEqual(within);
    });

  it('new cards get high grades from PSA, and old cards low ones', () => {
    expectNear(shares('psa', 2018, 2026, ['10', '9', '8']), [45, 41, 10], 3);
    expectNear(shares('psa', 1999, 2002, ['10', '9', '8', '7', '6']), [3, 17, 25, 19, 15], 3);
  });

  it('new cards get high grades from CGC, and old cards low ones', () => {
    const tens = (from: number, to: number) =>
      sum(shares('cgc', from, to, ['10', '10_pristine', '10_perfect']));
    expectNear([tens(2018, 2026), ...shares('cgc', 2018, 2026, ['9', '8'])], [44, 36, 15], 3);
    expectNear(
      [tens(1999, 2002), ...shares('cgc', 1999, 2002, ['9', '8', '7'])],
      [4, 15, 38, 19],
      3,
    );
  });

  it('PSA half grades and qualifiers are rare', () => {
    const all = cards
      .filter((card) => card.grader === 'psa')
      .map((card) => newest(card.card_id ?? ''));
    const total = sum(all.map((row) => row?.total ?? 0));
    const halves = all
      .flatMap((row) => Object.entries(row?.grades ?? {}))
      .filter(([key]) => /\d_5$/.test(key));
    expect(sum(halves.map(([, count]) => count)) / total).toBeLessThan(0.04);
    expect(sum(all.flatMap((row) => Object.values(row?.qualifiers ?? {}))) / total).toBeLessThan(
      0.003,
    );
  });

  it('copies per card follow the measured distribution', () => {
    const copies = groups.map((group) => sum(group.map((card) => totalOf(card.card_id))));
    expectNear([quantile(copies, 0.25)], [3], 2);
    expectNear([quantile(copies, 0.5)], [57], 10);
    expectNear([quantile(copies, 0.75)], [357], 40);
    expectNear([quantile(copies, 0.9)], [1301], 150);
    expect(copies.filter((count) => count <= 5).length / copies.length).toBeCloseTo(0.29, 1);
  });

  it('CGC has graded about 0.18 copies per copy graded by PSA', () => {
    const ratios = groups.flatMap((group) => {
      const of = (grader: Grader) => totalOf(group.find((card) => card.grader === grader)?.card_id);
      return of('psa') >= 20 && of('cgc') > 0 ? [of('cgc') / of('psa')] : [];
    });
    expect(quantile(ratios, 0.5)).toBeCloseTo(0.18, 1);
  });

  it('populations grew by about 2.7 % over the last 29 days', () => {
    const now = sum([...populations.values()].map((rows) => rows.at(-1)?.total ?? 0));
    const before = [...populations.values()].map(
      (rows) => rows.findLast((row) => row.date <= '2026-10-02')?.total ?? 0,
    );
    expect(now / sum(before) - 1).toBeGreaterThan(0.02);
    expect(now / sum(before) - 1).toBeLessThan(0.035);
  });
});

describe('well-known cards in the sample', () => {
  const charizard = (edition: string) =>
    byDescription.get(`psa 1999 POKEMON GAME ${edition}#4 CHARIZARD-HOLO`)?.card_id ?? '';
  const ten = (id: string) => newest(id)?.grades.psa_10 ?? 0;

  it('the 1999 Charizard has tens of thousands of copies, few of which are graded 10', () => {
    const id = charizard('');
    expect(totalOf(id)).toBeGreaterThan(20_000);
    expect(ten(id) / totalOf(id)).toBeGreaterThan(0.01);
    expect(ten(id) / totalOf(id)).toBeLessThan(0.02);
  });

  it('the first-edition Charizard has a few thousand copies, about 120 of which are graded 10', () => {
    const id = charizard('1ST EDITION ');
    expect(totalOf(id)).toBeGreaterThan(3000);
    expect(totalOf(id)).toBeLessThan(8000);
    expect(Math.abs(ten(id) - 120)).toBeLessThan(10);
  });

  it.each(['', '1ST EDITION ', 'SHADOWLESS '])(
    'the Charizard print "%s" is matched across all four graders',
    (edition) => {
      const group = groups.find(([card]) => card?.card_id === charizard(edition)) ?? [];
      expect(group.map((card) => card.grader)).toEqual(GRADERS);
    },
  );

  it('real PSA cert numbers are included and linked to cards', () => {
    expect(certByNumber.get('psa 64062046')).toMatchObject({
      card_id: charizard('1ST EDITION '),
      grade: 'psa_7',
    });
    const real = [
      '108149771',
      '154284805',
      '28660366',
      '154284804',
      '28174348',
      '155702979',
      '23614253',
      '150509571',
    ];
    real.push(
      '155702980',
      '155702981',
      '76676185',
      '50000000',
      '110836153',
      '77821486',
      '124801974',
      '137354056',
    );
    expect(real.filter((cert) => !certByNumber.get(`psa ${cert}`)?.card_id)).toEqual([]);
    const categories = new Set(cards.map((card) => card.category));
    expect([...categories].sort()).toEqual(['Baseball', 'Basketball', 'Pokemon', 'Yu-Gi-Oh']);
  });

  it('populations copied from PSA are the latest counts of their cards', () => {
    const alakazam = byDescription.get('psa 2000 POKEMON BASE SET 2 #1 ALAKAZAM-HOLO');
    expect(newest(alakazam?.card_id ?? '')).toMatchObject({
      date: '2026-09-29',
      total: 4745,
      grades: { psa_10: 69 },
    });
    const squirtle = byDescription.get(
      'psa 2023 POKEMON MEW EN-151 #170 SQUIRTLE ILLUSTRATION RARE',
    );
    expect(newest(squirtle?.card_id ?? '')).toMatchObject({
      total: 35_446,
      grades: { psa_10: 9157 },
    });
    const jordan = cards.find((card) => card.spec_id === '362249');
    expect(newest(jordan?.card_id ?? '')).toMatchObject({ date: '2025-10-09', total: 38 });
  });
});
