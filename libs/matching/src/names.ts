import type { Features } from './features.js';
import type { Knowledge } from './knowledge.js';
import { GENERATIONS, GRAMMAR } from './vocabulary.js';
import { canonical } from './words.js';

/** Result of comparing two names: a description, and the cost subtracted from the full score of 1. */
export interface NameFinding {
  readonly finding: string;
  readonly cost: number;
}

/** Costs of differences. The cost `uncertain` prevents a match, but does not prove that the names are different. */
const COSTS = {
  initial: 0.1,
  misspelled: 0.15,
  middle: 0.2,
  uncertain: 0.3,
  telling: 0.55,
} as const;
const UNKNOWN = 0.1;

/**
 * Compares the names of two grader cards. If one card has no separate name, its other words must contain the
 * name.
 */
export function compareNames(a: Features, b: Features, knowledge: Knowledge): NameFinding {
  if (a.name.length === 0 && b.name.length === 0)
    return { finding: 'no separate name', cost: UNKNOWN };
  if (a.name.length === 0 || b.name.length === 0) {
    const [name, rest] = a.name.length === 0 ? [b.name, a.rest] : [a.name, b.rest];
    const missing = name.filter(
      (word) => !GRAMMAR.has(word) && !rest.includes(word) && !rest.includes(canonical(word)),
    );
    if (missing.length === 0)
      return { finding: `${name.join(' ')}, among the other's words`, cost: 0 };
    return {
      finding: `missing on the other: ${missing.sort().join(' ')}`,
      cost: 0.5 * missing.length,
    };
  }
  const onlyA = a.name.filter((word) => !b.name.includes(word));
  const onlyB = b.name.filter((word) => !a.name.includes(word));
  if (onlyA.length + onlyB.length === 0)
    return { finding: `both ${[...a.name].sort().join(' ')}`, cost: 0 };
  if (a.name.join('') === b.name.join(''))
    return { finding: 'the same except for spaces', cost: 0.01 };
  return different({ a, b, onlyA, onlyB, knowledge });
}

interface Difference {
  readonly a: Features;
  readonly b: Features;
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly knowledge: Knowledge;
}

function different(difference: Difference): NameFinding {
  const { a, b, onlyA, onlyB } = difference;
  const paired = pairsOf(difference);
  const isLeft = (word: string) => !paired.some(({ words }) => words.includes(word));
  const [leftA, leftB] = [onlyA.filter(isLeft), onlyB.filter(isLeft)];
  const isName = (word: string) => !GENERATIONS.has(word);
  const hasMiddle = isMiddleLeftOut(a.name, b.name) || isMiddleLeftOut(b.name, a.name);
  let cost = 0;
  for (const each of paired) cost += each.cost;
  for (const word of [...leftA, ...leftB])
    cost += hasMiddle ? COSTS.middle : isName(word) ? COSTS.telling : COSTS.uncertain;
  const hasName = onlyA.length < a.name.length || paired.some(({ kin }) => kin === 'misspelled');
  if ((leftA.some(isName) && leftB.some(isName)) || !hasName) cost += 1;
  const findings = [
    ...paired.map(({ words, kin }) => `${words.join(' for ')} (${kin})`),
    ...[...leftA, ...leftB].sort().map((word) => `only one has ${word}`),
  ];
  return { finding: findings.join('; '), cost };
}

/** Whether the shorter of two names lacks only the middle name of the longer one. */
function isMiddleLeftOut(short: readonly string[], long: readonly string[]): boolean {
  return (
    short.length === 2 &&
    long.length === 3 &&
    short[0] === long[0] &&
    short[1] === long[2] &&
    !GENERATIONS.has(long[1] as string)
  );
}

interface Kin {
  /** The two words, in alphabetical order. */
  readonly words: readonly string[];
  readonly kin: 'initial' | 'misspelled';
  readonly cost: number;
}

/**
 * Pairs words that may be the same, most likely pairs first. Each word is used only once. The order of the two names
 * does not affect the result.
 */
function pairsOf(difference: Difference): Kin[] {
  const all = difference.onlyA.flatMap((a) =>
    difference.onlyB.flatMap((b): Kin[] => {
      const kin = kinship(a, b, difference);
      return kin ? [{ words: [a, b].sort(), ...kin }] : [];
    }),
  );
  const key = ({ words, cost }: Kin) => `${cost} ${words.join(' ')}`;
  all.sort((x, y) => (key(x) < key(y) ? -1 : 1));
  const taken = new Set<string>();
  return all.filter(({ words }) => {
    if (words.some((word) => taken.has(word))) return false;
    for (const word of words) taken.add(word);
    return true;
  });
}

/**
 * Determines why two different words may be the same name. Either one is the initial of the other, or a long word has
 * one wrong letter.
 */
function kinship(
  one: string,
  other: string,
  { a, b, knowledge }: Difference,
): Omit<Kin, 'words'> | null {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const category = a.category || b.category;
  if (short.length === 1 && long.length > 1 && long.startsWith(short)) {
    const { name } = a.name.includes(long) ? a : b;
    const isKnown = isOnlyName(name, long, category, knowledge);
    return { kin: 'initial', cost: isKnown ? COSTS.initial : COSTS.uncertain };
  }
  if (short.length < 4 || !isOneEditApart(short, long)) return null;
  const counts = [one, other].map((word) => knowledge.nameWordCount(category, word));
  const [rare, known] =
    (counts[0] as number) <= (counts[1] as number) ? [one, other] : [other, one];
  const isTypo = Math.min(...counts) === 1 && Math.max(...counts) >= KNOWN_FROM;
  const isLikely = isTypo && isSlip(rare, known);
  return { kin: 'misspelled', cost: isLikely ? COSTS.misspelled : COSTS.uncertain };
}

/** A name on at least this many grader cards counts as correctly spelled. Rarer names may be typos. */
const KNOWN_FROM = 3;

/**
 * Whether an initial stands for only one known first name. For example, the initial in `J. Smith` could stand for John
 * or James.
 */
function isOnlyName(
  [first = '', ...others]: readonly string[],
  word: string,
  category: string,
  knowledge: Knowledge,
): boolean {
  if (first !== word) return false;
  const use = knowledge.nameUse(category, first.charAt(0), others);
  return use !== undefined && !use.isShared && use.first === first && use.count >= KNOWN_FROM;
}

/** Whether one word is a typo of the other: a letter is missing, doubled, or swapped with the next letter. */
function isSlip(mistyped: string, word: string): boolean {
  if (mistyped.length < word.length) return true;
  if (mistyped.length > word.length)
    return mistyped.replace(/(.)\1/g, '$1') === word.replace(/(.)\1/g, '$1');
  return [...mistyped].sort().join('') === [...word].sort().join('');
}

/** Whether two words differ by one letter that was removed, added, replaced, or swapped with its neighbor. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (swapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
