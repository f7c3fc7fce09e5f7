import type { CardPopulation, Change, Grader } from './types.js';

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

/** Converts a card population from the API. @returns null if the id now belongs to another universal card */
export function fromPopulation(
  cardId: string,
  { universal_card_id, population }: CardPopulation,
): MirroredCard | null {
  if (universal_card_id !== null && universal_card_id !== cardId) return null;
  const { by_grader } = population.population_data;
  const members = GRADERS.flatMap((grader) => {
    const entry = population.graders[grader];
    const { total = 0, gem_total = 0 } = by_grader[grader] ?? {};
    return entry ? [[grader, { card_id: entry.card_id, total, gem_total }] as const] : [];
  });
  return toMirroredCard(cardId, Object.fromEntries(members));
}

/**
 * Returns the grader cards of a changed card, with their new counts.
 * @returns null if its members may have changed and must be requested
 */
export function membersOf(
  cardId: string,
  counts: Change['by_grader'],
  known: MirroredCard | undefined,
): GraderCards | null {
  const graders = Object.keys(counts) as Grader[];
  const isAlone = graders.length === 1;
  const knownGraders = Object.keys(known?.by_grader ?? {});
  if (!isAlone && String(graders.sort()) !== String(knownGraders.sort())) return null;
  const members = graders.map((grader): [Grader, GraderCard] => {
    const { total = 0, gem_total = 0 } = counts[grader] ?? {};
    // The grader card whose id is the universal card id is always a member.
    const card_id = isAlone ? cardId : (known?.by_grader[grader]?.card_id ?? cardId);
    return [grader, { card_id, total, gem_total }];
  });
  return Object.fromEntries(members);
}
