import {
  blockOf,
  decideBlock,
  type Entry,
  type Features,
  featuresOf,
  Learner,
  resolveNames,
} from '@gcd/matching';
import type { Line } from './extras.js';

/** A grader card as the matcher reads it. */
export interface GraderCard extends Omit<Entry, 'id'> {
  readonly cardId: string;
}

/** The matches between the grader cards in the dataset. */
export interface Matching {
  /** Universal card ids for `cards.csv`, by grader card, as determined by the matcher. */
  readonly universalIds: ReadonlyMap<GraderCard, string>;
  /** Rows of `matches.csv`, which are decisions about the grader cards whose matches are uncertain. */
  readonly decisions: readonly Line[];
  readonly result: MatchingResult;
}

/** The matcher's result, compared with the generated cards. */
export interface MatchingResult {
  /** Number of cards with several grader cards. */
  readonly cards: number;
  /** Number of cards for which the matcher found all grader cards. */
  readonly complete: number;
  /** Number of grader cards, excluding the first grader card of each card. */
  readonly others: number;
  /**
   * Number of grader cards, excluding the first grader card of each card, that the matcher matched with the first one.
   */
  readonly matched: number;
  /** Number of universal cards in which the matcher combined different cards. The dataset does not contain them. */
  readonly wrong: number;
}

/**
 * Matches the grader cards of each card. First, the matcher runs without access to the correct matches. Rows of
 * `matches.csv` then match the grader cards whose matches are uncertain, as if an operator had reviewed them.
 * @param cards the grader cards of each card, in promotion order
 */
export function matchCards(cards: readonly (readonly GraderCard[])[]): Matching {
  const unions = runMatcher(cards.flat());
  const unionOf = new Map(unions.flatMap((union) => union.map((each) => [each, union] as const)));
  const cardOf = new Map(cards.flatMap((card) => card.map((each) => [each, card] as const)));
  const universalIds = new Map<GraderCard, string>();
  const decisions: Line[] = [];
  const several = cards.filter(({ length }) => length > 1);
  let complete = 0;
  for (const card of several) {
    const [first, ...others] = card as [GraderCard, ...GraderCard[]];
    const matched = others.filter((each) => unionOf.get(first)?.includes(each));
    if (matched.length > 0) universalIds.set(first, first.cardId);
    for (const each of others) {
      if (matched.includes(each)) universalIds.set(each, first.cardId);
      else decisions.push({ card_id: each.cardId, universal_card_id: first.cardId });
    }
    if (matched.length === others.length) complete += 1;
  }
  const others = several.reduce((sum, { length }) => sum + length - 1, 0);
  const wrong = unions.filter((union) => new Set(union.map((each) => cardOf.get(each))).size > 1);
  const result = {
    cards: several.length,
    complete,
    others,
    matched: others - decisions.length,
    wrong: wrong.length,
  };
  return { universalIds, decisions, result };
}

/**
 * Runs the matcher as `admin match` would on a database without matches.
 * @returns the grader cards of each universal card
 */
function runMatcher(cards: readonly GraderCard[]): GraderCard[][] {
  const byKey = new Map<string, Features[]>();
  cards.forEach((card, id) => {
    const features = featuresOf({ ...card, id });
    const key = blockOf(features);
    if (key === null) return;
    const block = byKey.get(key);
    if (block) block.push(features);
    else byKey.set(key, [features]);
  });
  const blocks = [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, block]) => resolveNames(block));
  const learner = new Learner();
  for (const block of blocks) learner.add(block);
  const knowledge = learner.finish();
  return blocks.flatMap((block) => {
    const candidates = block.map((features) => ({ features, group: null, graders: [] }));
    return decideBlock(candidates, knowledge).unions.map(({ joining }) =>
      joining.map(({ id }) => cards[id] as GraderCard),
    );
  });
}
