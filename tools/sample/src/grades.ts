import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import type { Random } from '@gcd/synth';
import { type Known, totalOf } from './known.js';
import type { Counts } from './model.js';

/** Relative frequency of grades, in the order of {@link GRADE_SCALES}. */
type Shares = readonly number[];

/** Shares for cards from 2018 onward and for cards up to 2002. The years in between are interpolated. */
const SHARES: Readonly<Record<Grader, { readonly modern: Shares; readonly vintage: Shares }>> = {
  psa: {
    modern: [10, 4, 1, 4, 1, 9, 1, 18, 2, 38, 3, 85, 8, 180, 12, 1000, 40, 4300, 4500],
    vintage: [
      90, 190, 14, 170, 8, 310, 11, 480, 16, 900, 18, 1480, 28, 1900, 38, 2500, 60, 1720, 225,
    ],
  },
  beckett: {
    modern: [2, 1, 2, 1, 3, 2, 6, 4, 10, 9, 25, 20, 60, 90, 420, 720, 3000, 4700, 680, 120],
    vintage: [
      40, 20, 50, 40, 90, 90, 180, 190, 350, 380, 680, 660, 1010, 1000, 1620, 1600, 1500, 470, 12,
      1,
    ],
  },
  sgc: {
    modern: [8, 2, 1, 3, 2, 5, 3, 9, 6, 20, 12, 40, 30, 120, 150, 520, 700, 2550, 1700, 3950, 150],
    vintage: [
      90, 110, 40, 140, 60, 230, 110, 380, 190, 620, 300, 950, 480, 1300, 760, 1700, 800, 1000, 400,
      300, 10,
    ],
  },
  cgc: {
    modern: [
      5, 5, 1, 1, 2, 1, 5, 2, 10, 3, 20, 5, 60, 10, 170, 20, 1500, 90, 3850, 180, 4150, 240, 10,
    ],
    vintage: [
      20, 30, 30, 3, 50, 5, 130, 10, 310, 20, 640, 40, 1010, 50, 1900, 70, 3800, 110, 1550, 40, 275,
      18, 1,
    ],
  },
};

/**
 * Share of PSA copies that have a qualifier, and the relative frequency of qualifiers by grade. Other graders do not
 * use qualifiers.
 */
const QUALIFIED_SHARE = 0.0015;
const QUALIFIERS: Shares = [4, 1, 4, 6, 8, 12, 16, 20, 21, 8];

/**
 * Returns the distance of a grade from 10 on the quality scale. The step from 10 to 9 is the largest. Steps below 7 are
 * very small.
 */
function fallFrom10(key: string): number {
  const number = Number(/_(\d+(?:_5)?)/.exec(key)?.[1]?.replace('_', '.') ?? 1);
  return 3 * (1 - Math.exp(0.7 * (number - 10)));
}

/** Returns how old a card is: 0 for cards from 2018 onward, 1 for cards up to 2002. */
export const ageOf = (year: number): number => Math.min(1, Math.max(0, (2018 - year) / 16));

/**
 * Computes the frequency of each grade for a card and a grader.
 * @param year year of the card; older cards get lower grades
 * @param quality positive for a card that gets higher grades than other cards of its age
 */
export function gradeShares(grader: Grader, year: number, quality: number): Map<string, number> {
  const { grades, qualifiers } = GRADE_SCALES[grader];
  const { modern, vintage } = SHARES[grader];
  const age = ageOf(year);
  const shares = grades.map(({ key }, at) => {
    const between = (modern[at] ?? 0) ** (1 - age) * (vintage[at] ?? 0) ** age;
    return between * Math.exp(-quality * fallFrom10(key));
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  const plain = grades.map(({ key }, at): [string, number] => [key, (shares[at] ?? 0) / sum]);
  const qualified = qualifiers.map(({ key }, at): [string, number] => [
    key,
    (QUALIFIED_SHARE * (0.2 + age) * (QUALIFIERS[at] ?? 0)) / 100,
  ]);
  return new Map([...plain, ...qualified]);
}

/** Distributes copies across grades by their shares, with random deviations. */
export function drawCounts(
  shares: ReadonlyMap<string, number>,
  total: number,
  random: Random,
): Counts {
  const keys = [...shares.keys()];
  const weights = [...shares.values()];
  const counts = keys.map(() => 0);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const expected = (at: number) => (total * (weights[at] ?? 0)) / sum;
  if (total > 150) {
    for (const at of keys.keys()) counts[at] = random.poisson(expected(at));
  }
  // Correct the total by adding or removing single copies of the most frequent grades.
  for (
    let rest = total - counts.reduce((all, count) => all + count, 0);
    rest !== 0;
    rest -= Math.sign(rest)
  ) {
    const at = random.weighted(weights);
    if (rest < 0 && counts[at] === 0) rest--;
    else counts[at] = (counts[at] ?? 0) + Math.sign(rest);
  }
  return Object.fromEntries(
    keys.map((key, at) => [key, counts[at] ?? 0]).filter(([, count]) => count !== 0),
  );
}

/**
 * Completes a partly known population: known counts are kept, and the remaining copies are distributed by the shares.
 */
export function completeCounts(
  shares: ReadonlyMap<string, number>,
  known: Known,
  random: Random,
): Counts {
  const keys = [...shares.keys()];
  const without = (exclude: (key: string) => boolean) =>
    new Map([...shares].filter(([key]) => !exclude(key)));
  const shareOf = (include: (key: string) => boolean) =>
    [...shares].reduce((sum, [key, share]) => sum + (include(key) ? share : 0), 0);
  const isKnown = (key: string) => key in known.counts;
  const sum = totalOf(known.counts);

  if (known.higher) {
    const pinned = keys.findIndex(isKnown);
    const isAbove = (key: string) => keys.indexOf(key) > pinned && !key.includes('_q');
    const below = Math.round(
      (known.higher * shareOf((key) => !isAbove(key) && !isKnown(key))) / shareOf(isAbove),
    );
    return {
      ...drawCounts(
        without((key) => isAbove(key) || isKnown(key)),
        below,
        random,
      ),
      ...known.counts,
      ...drawCounts(
        without((key) => !isAbove(key)),
        known.higher,
        random,
      ),
    };
  }
  const total = known.total ?? Math.round(sum / shareOf(isKnown));
  const rest = drawCounts(without(isKnown), total - sum, random);
  const merged = { ...rest, ...known.counts };
  return Object.fromEntries(
    keys.filter((key) => merged[key]).map((key) => [key, merged[key] ?? 0]),
  );
}
