import { GRADERS } from '@gcd/contracts';
import {
  compare,
  type Decisions,
  decideBlock,
  type Features,
  featuresOf,
  type Candidate,
  type Knowledge,
  resolveNames,
} from '@gcd/matching';
import type { BlockEntry } from './blocks.js';

/** A card whose universal card changes: to another one, or to none. */
export interface Move {
  readonly card: number;
  /** Internal id of the universal card; null to unmatch. */
  readonly universal: number | null;
}

export interface BlockReview extends Decisions {
  readonly moves: readonly Move[];
}

/**
 * Reviews a block: first unmatches the cards that the matcher matched earlier but would not match now, and then decides
 * about all unmatched grader cards. All other matches stay.
 */
export function reviewBlock(entries: readonly BlockEntry[], knowledge: Knowledge): BlockReview {
  const featuresById = new Map(
    resolveNames(entries.map(featuresOf)).map((each) => [each.id, each]),
  );
  const isRefuted = (entry: BlockEntry) => refutes(entry, featuresById, knowledge);
  const before = new Map(entries.map(({ id, group }) => [id, group]));
  const freed = new Set(entries.filter(isRefuted).map(({ id }) => id));
  const leaving = entries.filter(({ id }) => freed.has(id));
  const placed = entries.map((entry): Candidate => {
    const features = featuresById.get(entry.id) as Features;
    if (freed.has(entry.id)) return { features, group: null, graders: [] };
    const left = leaving.filter(({ group }) => group === entry.group).map(({ grader }) => grader);
    return {
      features,
      group: entry.group,
      graders: entry.graders.filter((each) => !left.includes(each)),
    };
  });
  const decisions = decideBlock(placed, knowledge);
  const after = new Map([...freed].map((id): [number, number | null] => [id, null]));
  for (const { group, joining } of decisions.unions) {
    const universal = group ?? promoted(joining).id;
    for (const { id } of joining) after.set(id, universal);
  }
  const moves = [...after]
    .filter(([id, universal]) => before.get(id) !== universal)
    .map(([card, universal]) => ({ card, universal }));
  return { ...decisions, moves };
}

/** Returns the grader card whose id becomes the id of a new universal card. */
export function promoted(entries: readonly Features[]): Features {
  return entries.reduce((a, b) => (GRADERS.indexOf(b.grader) < GRADERS.indexOf(a.grader) ? b : a));
}

/** Whether the matcher matched a grader card earlier, but now considers it different from the promoted card. */
function refutes(
  entry: BlockEntry,
  featuresById: ReadonlyMap<number, Features>,
  knowledge: Knowledge,
): boolean {
  if (entry.matchedBy !== 'matcher' || entry.group === null || entry.group === entry.id)
    return false;
  if (entry.promotedBlock === null) return false;
  const [own, other] = [featuresById.get(entry.id), featuresById.get(entry.group)];
  return !own || !other || compare(own, other, knowledge).verdict === 'different';
}
