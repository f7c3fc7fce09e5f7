import type { Grader } from './types.js';

const GRADERS: readonly Grader[] = ['psa', 'beckett', 'sgc', 'cgc'];

/** The number of copies of one grader card. */
export interface GraderCard {
  readonly card_id: string;
  readonly total: number;
  readonly gem_total: number;
}

export type GraderCards = Readonly<Partial<Record<Grader, GraderCard>>>;

/** A card in a mirror: a universal card or an unmatched grader card, with its number of copies by grader. */
export interface MirroredCard {
  /** The universal card id, or the id of an unmatched card, as in the change feed. */
  readonly card_id: string;
  readonly total: number;
  readonly gem_total: number;
  /** `gem_total / total`, rounded to 4 decimals; 0 if there are no copies. */
  readonly gem_rate: number;
  readonly by_grader: GraderCards;
}

export function toMirroredCard(cardId: string, members: GraderCards): MirroredCard {
  let [total, gem_total] = [0, 0];
  const by_grader: Partial<Record<Grader, GraderCard>> = {};
  for (const grader of GRADERS) {
    const member = members[grader];
    if (!member) continue;
    total += member.total;
    gem_total += member.gem_total;
    by_grader[grader] = member;
  }
  // Use integers to round half up. In floating point, a value exactly halfway could become slightly smaller and be
  // rounded down.
  const gem_rate =
    total === 0 ? 0 : Math.floor((gem_total * 20_000 + total) / (2 * total)) / 10_000;
  return { card_id: cardId, total, gem_total, gem_rate, by_grader };
}
