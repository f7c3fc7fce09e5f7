import type { Grader } from '@gcd/contracts';
import { type Comparison, compare } from './compare.js';
import type { Features } from './features.js';
import { type Knowledge, NOTHING_KNOWN } from './knowledge.js';

/** A grader card and the universal card to which it belongs, if any. */
export interface Candidate {
  readonly features: Features;
  /** Id of the universal card's promoted grader card; null if the grader card is unmatched. */
  readonly group: number | null;
  /** Graders that have a grader card in this universal card; empty if the grader card is unmatched. */
  readonly graders: readonly Grader[];
}

/** Grader cards that the matcher considers the same card. */
export interface Union {
  /** Id of the promoted grader card of an existing universal card to join; null for a new universal card. */
  readonly group: number | null;
  /** The matched grader cards, lowest id first. */
  readonly joining: readonly Features[];
}

/** Why two similar grader cards were not matched. */
export type UncertainReason =
  | 'below the threshold'
  | 'another grader card is equally similar'
  | 'another grader card is more similar'
  | 'the universal card has another card of the grader'
  | 'both belong to universal cards'
  | 'another grader card of the universal card is different';

/** Two similar grader cards that were not matched, and the reason why. */
export interface UncertainMatch {
  readonly a: Features;
  readonly b: Features;
  readonly comparison: Comparison;
  readonly reason: UncertainReason;
}

/** The matcher's decisions about a block of grader cards. */
export interface Decisions {
  readonly unions: readonly Union[];
  readonly uncertain: readonly UncertainMatch[];
}

/** A match requires that the best score exceeds the second-best score by at least this amount. */
export const LEAD = 0.02;

interface Edge {
  readonly a: Candidate;
  readonly b: Candidate;
  readonly comparison: Comparison;
}

/**
 * Decides which grader cards of a block are the same card. Two grader cards are matched if they are similar enough and
 * their universal cards can be combined. Each must also score clearly higher than all other candidates from its grader.
 * The result does not depend on the order of the input.
 */
export function decideBlock(
  entries: readonly Candidate[],
  knowledge: Knowledge = NOTHING_KNOWN,
): Decisions {
  const edges = edgesOf(entries, knowledge);
  const best = bestOf(edges);
  const uncertain: UncertainMatch[] = [];
  const clusters = new Clusters(entries, knowledge);
  for (const edge of edges) {
    const reason = uncertaintyOf(edge, best) ?? clusters.join(edge);
    if (reason)
      uncertain.push({
        a: edge.a.features,
        b: edge.b.features,
        comparison: edge.comparison,
        reason,
      });
  }
  return { unions: clusters.unions(), uncertain };
}

/** Finds pairs of cards from different graders that may be the same card, most similar first. */
function edgesOf(entries: readonly Candidate[], knowledge: Knowledge): Edge[] {
  const edges: Edge[] = [];
  const byKey = new Map<string, Candidate[]>();
  for (const entry of [...entries].sort((x, y) => x.features.id - y.features.id)) {
    const met = new Set<Candidate>();
    for (const key of keysOf(entry.features)) {
      const others = byKey.get(key) ?? [];
      byKey.set(key, others);
      const isCommon = entry.features.number === '' && key.length <= KEY_LENGTH;
      for (const other of isCommon ? others.slice(0, MAX_UNNUMBERED) : others) {
        if (other.features.grader === entry.features.grader || met.has(other)) continue;
        met.add(other);
        const comparison = compare(other.features, entry.features, knowledge);
        if (comparison.verdict !== 'different') edges.push({ a: other, b: entry, comparison });
      }
      others.push(entry);
    }
  }
  const place = ({ a, b }: Edge) => [a.features.id, b.features.id] as const;
  return edges.sort((x, y) => {
    const [[xa, xb], [ya, yb]] = [place(x), place(y)];
    return y.comparison.score - x.comparison.score || xa - ya || xb - yb;
  });
}

const KEY_LENGTH = 4;
/** Maximum number of grader cards without a number with which such a card is compared because of a prefix. */
const MAX_UNNUMBERED = 300;

/**
 * Returns the first letters of each word in a name. Only grader cards that share such a prefix are compared. Without a
 * number, grader cards are also compared if all words are equal.
 */
function keysOf({ name, rest, number, section }: Features): Set<string> {
  const keys = new Set<string>();
  for (const word of name.length > 0 ? name : rest) {
    if (word.length > 1 || name.length === 1) keys.add(word.slice(0, KEY_LENGTH));
  }
  if (number === '') keys.add(`${[...name].sort().join(' ')} of ${section}`);
  return keys;
}

/**
 * The best and second-best scores of each grader card against the cards of each other grader. A key consists of the
 * card's id and the other grader's name.
 */
type Best = ReadonlyMap<string, readonly [number, number]>;

function bestOf(edges: readonly Edge[]): Best {
  const best = new Map<string, [number, number]>();
  const note = (of: Features, grader: Grader, score: number) => {
    const key = `${of.id} ${grader}`;
    const known = best.get(key);
    if (!known) best.set(key, [score, 0]);
    else if (known[1] === 0) known[1] = score;
  };
  // Edges are sorted by score, so the first two scores are the two highest.
  for (const { a, b, comparison } of edges) {
    note(a.features, b.features.grader, comparison.score);
    note(b.features, a.features.grader, comparison.score);
  }
  return best;
}

function uncertaintyOf({ a, b, comparison }: Edge, best: Best): UncertainReason | null {
  if (comparison.verdict !== 'same') return 'below the threshold';
  for (const [of, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const [first, second] = best.get(`${of.features.id} ${other.features.grader}`) ?? [0, 0];
    if (comparison.score < first) return 'another grader card is more similar';
    if (first - second < LEAD) return 'another grader card is equally similar';
  }
  return null;
}

interface Cluster {
  group: number | null;
  readonly graders: Set<Grader>;
  readonly members: Candidate[];
}

/** The universal cards that are being built. */
class Clusters {
  readonly #of = new Map<number, Cluster>();

  constructor(
    entries: readonly Candidate[],
    private readonly knowledge: Knowledge,
  ) {
    const groups = new Map<number, Cluster>();
    for (const entry of entries) {
      const { features, group, graders } = entry;
      const known = group === null ? undefined : groups.get(group);
      const cluster = known ?? {
        group,
        graders: new Set(group === null ? [features.grader] : graders),
        members: [],
      };
      cluster.members.push(entry);
      if (group !== null) groups.set(group, cluster);
      this.#of.set(features.id, cluster);
    }
  }

  /**
   * Merges the clusters of two grader cards. @returns the reason why the clusters cannot be merged, or null after
   * merging them
   */
  join({ a, b }: Edge): UncertainReason | null {
    const [one, other] = [this.#clusterOf(a), this.#clusterOf(b)];
    if (one === other) return null;
    if (one.group !== null && other.group !== null) return 'both belong to universal cards';
    if ([...other.graders].some((grader) => one.graders.has(grader))) {
      return 'the universal card has another card of the grader';
    }
    for (const x of one.members) {
      for (const y of other.members) {
        if (compare(x.features, y.features, this.knowledge).verdict === 'different') {
          return 'another grader card of the universal card is different';
        }
      }
    }
    one.group ??= other.group;
    for (const grader of other.graders) one.graders.add(grader);
    for (const member of other.members) {
      one.members.push(member);
      this.#of.set(member.features.id, one);
    }
    return null;
  }

  unions(): Union[] {
    const unions: Union[] = [];
    for (const { group, members } of new Set(this.#of.values())) {
      const joining = members
        .filter((member) => member.group === null)
        .map(({ features }) => features);
      if (joining.length > (group === null ? 1 : 0)) {
        unions.push({ group, joining: joining.sort((x, y) => x.id - y.id) });
      }
    }
    return unions.sort((x, y) => (x.joining[0]?.id ?? 0) - (y.joining[0]?.id ?? 0));
  }

  #clusterOf({ features }: Candidate): Cluster {
    return this.#of.get(features.id) as Cluster;
  }
}
