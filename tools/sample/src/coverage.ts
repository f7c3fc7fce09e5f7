import { GRADERS, type Grader } from '@gcd/contracts';
import { Random } from '@gcd/synth';
import { type Known, type KnownByGrader, totalOf } from './known.js';

/** For each grader except PSA, the median ratio of its copies to PSA's copies, and the share of cards that it lists. */
const OTHERS: Readonly<
  Record<Exclude<Grader, 'psa'>, { readonly ratio: number; readonly share: number }>
> = {
  beckett: { ratio: 0.05, share: 0.5 },
  sgc: { ratio: 0.03, share: 0.35 },
  cgc: { ratio: 0.18, share: 0.85 },
};

/** Share of other graders' cards that PSA also lists. */
const PSA_SHARE = 0.98;

/** Share of grader cards that have no graded copies. */
const UNGRADED_SHARE = 0.012;

/**
 * Distributes a card's copies across the graders. A grader without copies usually does not list the card.
 * @param total number of copies across all graders
 * @param hasAll whether every grader lists the card
 */
export function copiesByGrader(
  total: number,
  hasAll: boolean,
  known: KnownByGrader,
  seed: string,
): Partial<Record<Grader, number>> {
  const random = new Random(`${seed} coverage`);
  const ratios = Object.entries(OTHERS).map(([grader, { ratio, share }]) => ({
    grader: grader as Grader,
    ratio: ratio * Math.exp(0.45 * random.normal()),
    isListed: random.chance(share) || hasAll,
    isUngraded: random.chance(UNGRADED_SHARE),
  }));
  const all = 1 + ratios.reduce((sum, { ratio }) => sum + ratio, 0);
  const psaTotal = known.psa ? sizeOf(known.psa) : total / all;
  const copies: Partial<Record<Grader, number>> = {};
  let rest = Math.round(psaTotal * all);
  for (const { grader, ratio, isListed, isUngraded } of ratios) {
    const drawn = Math.min(rest, random.poisson(psaTotal * ratio));
    const count = hasAll ? Math.max(1, drawn) : drawn;
    if (isListed && count > 0) {
      copies[grader] = count;
      rest -= count;
    } else if (isUngraded) {
      copies[grader] = 0;
    }
  }
  if (rest > 0 || random.chance(PSA_SHARE)) copies.psa = Math.max(0, rest);
  for (const grader of GRADERS) {
    const facts = known[grader];
    if (facts) copies[grader] = sizeOf(facts);
  }
  return copies;
}

/**
 * Returns the number of all copies. If a cert page shows only one count, estimates the number as four times that count,
 * because the other grades together have about three times as many copies.
 */
export function sizeOf({ counts, total }: Known): number {
  return total ?? 4 * totalOf(counts);
}
