import { GRADERS, type Grader } from '@gcd/contracts';
import { type UncertainMatch, type UncertainReason, SAME_FROM } from '@gcd/matching';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { Progress } from '../progress.js';
import { type BlockEntry, readBlocks, withLearnedBlocks } from './blocks.js';
import { reviewBlock } from './review.js';

export interface UncertainCard {
  readonly card_id: string;
  readonly grader: Grader;
  readonly description: string;
  readonly universal_card_id: string | null;
}

/** Two grader cards that may be the same card. An operator has to decide. */
export interface UncertainPair {
  /** Similarity of the two grader cards, from 0 to 1. */
  readonly score: number;
  readonly reason: UncertainReason;
  /** The grader card to be matched. */
  readonly card: UncertainCard;
  /** The grader card that `card` was compared with. */
  readonly other: UncertainCard;
  /** Universal card id that `card` gets if the operator accepts the match. */
  readonly universal_card_id: string;
}

interface Pair {
  readonly score: number;
  readonly reason: UncertainReason;
  readonly card: BlockEntry;
  readonly other: BlockEntry;
}

/** Reasons that an operator can resolve by deciding about one pair of cards. */
const DECIDABLE: ReadonlySet<UncertainReason> = new Set([
  'below the threshold',
  'another grader card is equally similar',
  'another grader card of the universal card is different',
]);

/**
 * Finds the pairs that the next run of the matcher would leave undecided, most similar first.
 * @param decided ids of grader cards about which the operator has already decided
 */
export async function findUncertainPairs(
  database: DataSource,
  limit: number,
  decided: ReadonlySet<string>,
  progress: Progress,
): Promise<UncertainPair[]> {
  return withLearnedBlocks(database, progress, async (client, { entries, knowledge }) => {
    let best: Pair[] = [];
    let read = 0;
    for await (const block of readBlocks(client)) {
      const { uncertain, moves } = reviewBlock(block, knowledge);
      const moving = new Set(moves.map(({ card }) => card));
      const byId = new Map(block.map((entry) => [entry.id, entry]));
      const open = uncertain
        .filter(({ a, b }) => !moving.has(a.id) && !moving.has(b.id))
        .flatMap((match) => pairOf(match, byId))
        .filter(({ card }) => !decided.has(card.cardId));
      if (open.length > 0) best = [...best, ...open].sort(compareScores).slice(0, limit);
      read += block.length;
      progress.report('comparing grader cards', read / entries);
    }
    return describePairs(client, best);
  });
}

/**
 * Determines which card of a pair would be matched to the other: the card without a universal card or, if neither has
 * one, the card that would not be promoted.
 */
function pairOf(
  { a, b, comparison, reason }: UncertainMatch,
  byId: ReadonlyMap<number, BlockEntry>,
): Pair[] {
  const [one, two] = [byId.get(a.id), byId.get(b.id)];
  if (!one || !two || !DECIDABLE.has(reason)) return [];
  if (one.group !== null && two.group !== null) return [];
  const isOneJoining =
    one.group === null &&
    (two.group !== null || GRADERS.indexOf(one.grader) > GRADERS.indexOf(two.grader));
  const [card, other] = isOneJoining ? [one, two] : [two, one];
  if (other.graders.includes(card.grader)) return [];
  return [{ score: comparison.score, reason, card, other }];
}

/** Sorts pairs by score, with all pairs at or above the matching threshold before those below it. */
function compareScores(x: Pair, y: Pair): number {
  const isSame = ({ score }: Pair) => Number(score >= SAME_FROM);
  return (
    isSame(y) - isSame(x) || y.score - x.score || x.card.id - y.card.id || x.other.id - y.other.id
  );
}

async function describePairs(client: ClientBase, pairs: readonly Pair[]): Promise<UncertainPair[]> {
  const groups = pairs.flatMap(({ other }) => (other.group === null ? [] : [other.group]));
  const { rows } = await client.query<{ id: number; cardId: string }>(
    `select id, encode(card_id, 'hex') as "cardId" from cards where id = any($1)`,
    [groups],
  );
  const cardIds = new Map(rows.map(({ id, cardId }) => [id, cardId]));
  const universalOf = ({ group }: BlockEntry) =>
    group === null ? null : (cardIds.get(group) ?? null);
  const view = (entry: BlockEntry): UncertainCard => ({
    card_id: entry.cardId,
    grader: entry.grader,
    description: entry.description,
    universal_card_id: universalOf(entry),
  });
  return pairs.map(({ score, reason, card, other }) => ({
    score,
    reason,
    card: view(card),
    other: view(other),
    universal_card_id: universalOf(other) ?? other.cardId,
  }));
}

/** Formats uncertain pairs as text, each with the commands that record a decision. */
export function describeUncertainPairs(pairs: readonly UncertainPair[], file: string): string {
  if (pairs.length === 0) return 'There are no uncertain pairs.';
  return pairs
    .map(({ score, reason, card, other, universal_card_id: universal }) =>
      [
        `${score.toFixed(2)} ${reason}`,
        ...[card, other].map((each) => `  ${each.grader} ${each.description}`),
        `  same card:      admin match --accept ${card.card_id}=${universal} --decisions ${file}`,
        `  different card: admin match --reject ${card.card_id} --decisions ${file}`,
      ].join('\n'),
    )
    .join('\n\n');
}
