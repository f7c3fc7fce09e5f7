import { describe, expect, it } from '@jest/globals';
import { GRADERS, type Grader, parseGrader } from './graders.js';
import { GRADE_SCALES, UNIVERSAL_GRADES } from './grades.js';

const keysOf = (grader: Grader): string[] => GRADE_SCALES[grader].grades.map(({ key }) => key);

describe('readGrader', () => {
  it.each([
    ['psa', 'psa'],
    ['beckett', 'beckett'],
    ['sgc', 'sgc'],
    ['cgc', 'cgc'],
    ['bgs', 'beckett'],
    ['bvg', 'beckett'],
    ['bccg', 'beckett'],
    ['csg', 'cgc'],
    ['PSA', 'psa'],
    ['Bgs', 'beckett'],
  ])('parses %s as %s [S28 S29]', (text, grader) => {
    expect(parseGrader(text)).toBe(grader);
  });
});

describe('grade scales', () => {
  it.each([
    ['psa', 19, 10, 'psa_auth', 'psa_10'],
    ['beckett', 20, 0, 'beckett_1', 'beckett_10_black'],
    ['sgc', 21, 0, 'sgc_auth', 'sgc_10_pristine'],
    ['cgc', 23, 0, 'cgc_auth_altered', 'cgc_10_perfect'],
  ] as const)(
    '%s has %i grades and %i qualifier grades, from %s to %s [S93 S95 S97 S98 S99]',
    (grader, grades, qualifiers, lowest, highest) => {
      expect(GRADE_SCALES[grader].grades).toHaveLength(grades);
      expect(GRADE_SCALES[grader].qualifiers).toHaveLength(qualifiers);
      expect([keysOf(grader).at(0), keysOf(grader).at(-1)]).toEqual([lowest, highest]);
    },
  );

  it('psa has half grades up to 8.5 but none above [S94 S95]', () => {
    expect(keysOf('psa')).toEqual(
      'auth 1 1_5 2 2_5 3 3_5 4 4_5 5 5_5 6 6_5 7 7_5 8 8_5 9 10'
        .split(' ')
        .map((name) => `psa_${name}`),
    );
  });

  it('the qualifier grades of psa include 1.5 but no other half grade [S96]', () => {
    expect(GRADE_SCALES.psa.qualifiers.map(({ key }) => key)).toEqual(
      '1 1_5 2 3 4 5 6 7 8 9'.split(' ').map((name) => `psa_q${name}`),
    );
  });

  it.each([
    ['psa', ['psa_10']],
    ['beckett', ['beckett_9_5', 'beckett_10_pristine', 'beckett_10_black']],
    ['sgc', ['sgc_10', 'sgc_10_pristine']],
    ['cgc', ['cgc_10', 'cgc_10_pristine', 'cgc_10_perfect']],
  ] as const)('the gem grades of %s are %j', (grader, gems) => {
    const { grades } = GRADE_SCALES[grader];
    expect(grades.filter(({ isGem }) => isGem).map(({ key }) => key)).toEqual(gems);
  });

  it.each([
    ['psa', 'psa_auth', 'AUTHENTIC'],
    ['psa', 'psa_1', 'PR 1'],
    ['psa', 'psa_10', 'GEM MT 10'],
    ['beckett', 'beckett_9_5', 'GEM MINT 9.5'],
    ['beckett', 'beckett_10_black', 'BLACK LABEL 10'],
    ['sgc', 'sgc_9_5', 'MINT+ 9.5'],
    ['cgc', 'cgc_auth_altered', 'AUTHENTIC ALTERED'],
    ['cgc', 'cgc_3_5', 'VERY GOOD+ 3.5'],
    ['cgc', 'cgc_10_perfect', 'PERFECT 10'],
  ] as const)('%s labels the grade %s as %s', (grader, key, label) => {
    expect(GRADE_SCALES[grader].grades.find((grade) => grade.key === key)?.label).toBe(label);
  });

  it('the grades of each grader map to different universal grades, in the same order', () => {
    const ranks = new Map(UNIVERSAL_GRADES.map(({ grade }, rank) => [grade, rank]));
    for (const grader of GRADERS) {
      const ranked = GRADE_SCALES[grader].grades.map(
        ({ universal }) => ranks.get(universal) ?? Number.NaN,
      );
      expect(ranked).toEqual([...new Set(ranked)].sort((a, b) => a - b));
    }
  });

  it('each psa qualifier grade refers to the grade with the same number and no qualifier', () => {
    for (const { key, plain } of GRADE_SCALES.psa.qualifiers) {
      expect(GRADE_SCALES.psa.grades[plain]?.key).toBe(key.replace('_q', '_'));
    }
  });
});
