import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import type { Random } from './random.js';
import { normalAt } from './normal.js';

/** Number of copies for each grade on a grade scale, lowest grade first. */
export type GradeCounts = number[];

/** Relative frequencies of the grades of cards from a given year, in the order of {@link GRADE_SCALES}. */
type Era = readonly [year: number, shares: readonly number[]];

/**
 * Grade frequencies by year of the cards. Those of sports cards were measured for PSA cards of 1948–59, 1974–85,
 * 1986–99 and 2015–23. Those of Pokemon cards were measured for PSA and CGC cards up to 2002 and from 2018. Years in
 * between are interpolated. The frequencies for Beckett and SGC are fitted to their gem rates.
 */
const ERAS: Readonly<Record<'sports' | 'pokemon', Readonly<Record<Grader, readonly Era[]>>>> = {
  sports: {
    psa: eras(
      [1959, '130 170 60 250 20 400 20 1100 20 1500 20 2000 20 2200 20 1800 20 230 20'],
      [1974, '50 30 5 50 5 80 5 110 10 200 15 450 25 1100 50 3300 40 3100 1400'],
      [1985, '50 30 5 50 5 80 5 110 10 200 15 450 25 1100 50 3300 40 3100 1400'],
      [1986, '90 5 1 6 1 12 1 25 2 60 3 160 15 500 30 2400 20 4200 2500'],
      [1999, '90 5 1 6 1 12 1 25 2 60 3 160 15 500 30 2400 20 4200 2500'],
      [2015, '10 1 0 1 0 1 0 2 1 4 1 12 4 50 10 495 20 3400 6000'],
    ),
    beckett: eras(
      [1959, '90 60 90 90 200 160 420 360 800 660 1200 900 1500 1100 1300 700 400 120 4 0'],
      [1990, '5 3 4 4 8 8 20 20 50 50 120 120 350 420 1100 1300 2700 3000 60 5'],
      [2015, '2 1 2 1 3 2 6 4 10 9 25 20 60 90 330 560 2450 5750 560 90'],
    ),
    sgc: eras(
      [1959, '150 500 250 600 250 800 350 1000 450 1200 500 1300 550 1100 400 700 150 180 40 30 1'],
      [1990, '60 20 8 30 10 50 20 90 40 180 90 400 250 900 600 2000 1200 2500 700 1100 20'],
      [2015, '8 2 1 3 2 5 3 9 6 20 12 40 30 120 150 420 600 2000 1600 4750 220'],
    ),
    cgc: CGC(),
  },
  pokemon: {
    psa: eras(
      [2002, '90 190 14 170 8 310 11 480 16 900 18 1480 28 1900 38 2500 60 1720 300'],
      [2018, '10 4 1 4 1 9 1 18 2 38 3 85 8 180 12 1000 40 4100 4500'],
    ),
    beckett: eras(
      [2002, '40 20 50 40 90 90 180 190 350 380 680 660 1010 1000 1620 1600 1500 470 12 1'],
      [2018, '2 1 2 1 3 2 6 4 10 9 25 20 60 90 420 720 3000 4900 680 120'],
    ),
    sgc: eras(
      [2002, '90 110 40 140 60 230 110 380 190 620 300 950 480 1300 760 1700 800 1000 400 300 10'],
      [2018, '8 2 1 3 2 5 3 9 6 20 12 40 30 120 150 520 700 2550 1700 3950 150'],
    ),
    cgc: CGC(),
  },
};

function CGC(): readonly Era[] {
  return eras(
    [2002, '20 30 30 3 50 5 130 10 310 20 640 40 1010 50 1900 70 3800 110 1500 40 380 20 1'],
    [2018, '5 5 1 1 2 1 5 2 10 3 20 5 60 10 170 20 1500 90 3600 180 4150 240 10'],
  );
}

function eras(...lines: readonly (readonly [number, string])[]): readonly Era[] {
  return lines.map(([year, shares]) => [year, shares.split(' ').map(Number)]);
}

/**
 * Share of PSA copies with a qualifier, followed by the relative frequencies of the qualifier grades, lowest first. The
 * other graders have no qualifiers.
 */
const QUALIFIED = 0.0015;
const QUALIFIERS = [4, 1, 4, 6, 8, 12, 16, 20, 21, 8];

/**
 * For each grader, the difference in quality between each grade and a 10. Of all adjacent grades, 9 and 10 are the
 * farthest apart.
 */
const FALLS: Readonly<Record<Grader, readonly number[]>> = {
  psa: falls('psa'),
  beckett: falls('beckett'),
  sgc: falls('sgc'),
  cgc: falls('cgc'),
};

function falls(grader: Grader): number[] {
  return GRADE_SCALES[grader].grades.map(({ key }) => {
    const number = Number(/_(\d+(?:_5)?)/.exec(key)?.[1]?.replace('_', '.') ?? 1);
    return 3 * (1 - Math.exp(0.7 * (number - 10)));
  });
}

/**
 * Distributes the copies of a card randomly over the grades.
 * @param quality a standard normal value; positive if the card gets higher grades than other cards of its age
 */
export function drawGrades(
  card: { readonly category: string; readonly year: number },
  grader: Grader,
  copies: number,
  quality: number,
  random: Random,
): GradeCounts {
  const shares = sharesOf(card.category === 'Pokemon' ? 'pokemon' : 'sports', grader, card.year);
  return spread(tilt(shares, FALLS[grader], QUALITY_SPREAD * quality), copies, random);
}

/** Standard deviation of the quality of cards, fitted to the standard deviation of their gem rates. */
const QUALITY_SPREAD = 0.8;

function tilt(shares: readonly number[], fall: readonly number[], quality: number): number[] {
  return shares.map((share, at) => share * Math.exp(-quality * (fall[at] ?? 0)));
}

/**
 * Qualities of 19 equally likely cards, in standard deviations. Each is the median of one of 19 equally likely
 * intervals of the normal distribution.
 */
const QUALITIES = Array.from({ length: 19 }, (_, at) => normalAt((at + 0.5) / 19));

/** Computes the grade shares of a card of median quality from the grade shares of all cards. */
function beforeQuality(wanted: readonly number[], fall: readonly number[]): readonly number[] {
  let shares = wanted;
  for (let round = 0; round < 12; round += 1) {
    const over = wanted.map(() => 0);
    for (const quality of QUALITIES) {
      const tilted = tilt(shares, fall, QUALITY_SPREAD * quality);
      const sum = tilted.reduce((all, share) => all + share, 0);
      tilted.forEach((share, at) => {
        over[at] = (over[at] ?? 0) + share / sum / QUALITIES.length;
      });
    }
    shares = shares.map((share, at) => (over[at] ? (share * (wanted[at] ?? 0)) / over[at] : 0));
  }
  return shares;
}

/** Returns a random number of copies for each PSA qualifier grade, in addition to the `copies` without a qualifier. */
export function drawQualifiers(grader: Grader, copies: number, random: Random): GradeCounts {
  if (grader !== 'psa') return [];
  return spread(QUALIFIERS, random.poisson(QUALIFIED * copies), random);
}

const cache = new Map<string, readonly number[]>();

function sharesOf(kind: 'sports' | 'pokemon', grader: Grader, year: number): readonly number[] {
  const key = `${kind} ${grader} ${year}`;
  const known = cache.get(key);
  if (known) return known;
  const shares = beforeQuality(blend(ERAS[kind][grader], year), FALLS[grader]);
  cache.set(key, shares);
  return shares;
}

function blend(all: readonly Era[], year: number): readonly number[] {
  const after = all.findIndex(([from]) => year <= from);
  const [high, modern] = all.at(after) ?? [0, []];
  const [low, old] = all[after - 1] ?? [high, modern];
  const part = after <= 0 ? 1 : (year - low) / (high - low);
  const sums = [old, modern].map((shares) => shares.reduce((all, share) => all + share, 0));
  return modern.map(
    (share, at) => (part * share) / (sums[1] ?? 1) + ((1 - part) * (old[at] ?? 0)) / (sums[0] ?? 1),
  );
}

/**
 * Up to this number of copies, the grade of each copy is generated individually. For more copies, the count of each
 * grade is generated directly.
 */
const FEW = 40;

function spread(weights: readonly number[], copies: number, random: Random): GradeCounts {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const counts = weights.map(() => 0);
  let rest = copies;
  if (copies > FEW) {
    weights.forEach((weight, at) => {
      const share = weight / sum;
      const mean = copies * share;
      const count =
        mean < 12
          ? random.poisson(mean)
          : Math.round(mean + Math.sqrt(mean * (1 - share)) * random.normal());
      counts[at] = Math.min(rest, Math.max(0, count));
      rest -= counts[at] ?? 0;
    });
    const most = weights.indexOf(Math.max(...weights));
    counts[most] = (counts[most] ?? 0) + rest;
    return counts;
  }
  for (; rest > 0; rest -= 1) {
    const at = random.weighted(weights);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
