import { differenceOf } from './difference.js';
import type { Features } from './features.js';
import { type Knowledge, NOTHING_KNOWN } from './knowledge.js';
import { compareNames, isOneEditApart } from './names.js';
import { FILLERS, MAKERS } from './vocabulary.js';
import { COSTS, ruleOf } from './word-rules.js';

export type Verdict = 'same' | 'uncertain' | 'different';

/** Result of comparing one property of two grader cards. */
export interface Part {
  readonly part: 'category' | 'year' | 'number' | 'name' | 'words' | 'print run';
  readonly finding: string;
  /** Amount subtracted from the full score of 1. */
  readonly cost: number;
  /** For the part `words`: each word that only one card has, with the rule that classifies it and the cost. */
  readonly words?: readonly {
    readonly word: string;
    readonly rule: string;
    readonly cost: number;
  }[];
}

export interface Comparison {
  /** Similarity from 0 (nothing in common) to 1 (no difference). */
  readonly score: number;
  readonly verdict: Verdict;
  readonly parts: readonly Part[];
}

/** Minimum score for two grader cards to count as the same card. */
export const SAME_FROM = 0.75;
/** Two grader cards with a score below this value are considered different cards. */
export const DIFFERENT_BELOW = 0.5;

const MISSPELLED = 0.2;
const NOTHING_IN_COMMON = 0.3;
/** Cost of comparing two grader cards without a number. They are the same card only if nearly all words are equal. */
const NUMBERLESS = 0.15;
/**
 * Cost of a print run that only one of the grader cards has. It applies if both graders list print runs, or if the
 * section also contains cards without a print run.
 */
const MISSING_RUN = 0.3;
/** A word on at least this many grader cards counts as correctly spelled. Rarer words may be typos. */
const KNOWN_FROM = 5;

/** Compares two grader cards. Their order does not affect the result. */
export function compare(
  a: Features,
  b: Features,
  knowledge: Knowledge = NOTHING_KNOWN,
): Comparison {
  const parts = [
    equalPart('category', a.category, b.category),
    equalPart('year', a.year, b.year),
    numberPart(a, b),
    namePart(a, b, knowledge),
    wordsPart(a, b, knowledge),
    runPart(a, b, knowledge),
  ].map((part) => ({ ...part, cost: rounded(part.cost) }));
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  const score = Math.max(0, rounded(1 - cost));
  const verdict = score >= SAME_FROM ? 'same' : score < DIFFERENT_BELOW ? 'different' : 'uncertain';
  return { score, verdict, parts };
}

/** Rounds a cost to 3 decimals, because the last digits of a floating-point sum depend on the order of the terms. */
const rounded = (cost: number) => Math.round(cost * 1000) / 1000;

/** Compares a property of two grader cards. The values must be equal unless one is unknown. */
function equalPart(part: 'category' | 'year' | 'number' | 'print run', a: string, b: string): Part {
  if (a === b) return { part, finding: a === '' ? 'not stated' : `both ${a}`, cost: 0 };
  if (a === '' || b === '') return { part, finding: `${a || b}, missing on the other`, cost: 0.01 };
  const [first, second] = [a, b].sort();
  return { part, finding: `${first} and ${second}`, cost: 1 };
}

function numberPart(a: Features, b: Features): Part {
  if (!isNumberless(a, b)) return equalPart('number', a.number, b.number);
  return { part: 'number', finding: 'on neither card', cost: NUMBERLESS };
}

const isNumberless = (a: Features, b: Features) => a.number === '' && b.number === '';

/**
 * Compares the print runs of two grader cards. A print run that only one card has distinguishes the cards only if the
 * other grader would also have listed it.
 */
function runPart(a: Features, b: Features, knowledge: Knowledge): Part {
  const part = equalPart('print run', a.run, b.run);
  if ((a.run === '') === (b.run === '')) return part;
  const [stating, silent] = a.run === '' ? [b, a] : [a, b];
  const isTelling =
    knowledge.hasRuns(categoryOf(a, b), silent.grader) ||
    knowledge.isSplit(a.year, stating.section, '/');
  return isTelling ? { ...part, cost: MISSING_RUN } : part;
}

function namePart(a: Features, b: Features, knowledge: Knowledge): Part {
  const { finding, cost } = compareNames(a, b, knowledge);
  return { part: 'name', finding, cost };
}

/** Returns the category of both cards; empty if the categories differ or are unknown. */
function categoryOf(a: Features, b: Features): string {
  if (a.category === b.category || b.category === '') return a.category;
  return a.category === '' ? b.category : '';
}

function wordsPart(one: Features, other: Features, knowledge: Knowledge): Part {
  // Sort the two cards, so that the order of the input does not affect the result.
  const order = ({ section, name }: Features) => `${section}\n${name.join(' ')}`;
  const [a, b] = order(one) < order(other) ? [one, other] : [other, one];
  const category = categoryOf(a, b);
  const { common, onlyA, onlyB } = differenceOf(a, b);
  const spelled = [...takeJoined(onlyA, onlyB), ...takeJoined(onlyB, onlyA)];
  const misspelled = takeMisspelled(onlyA, onlyB, (word) => knowledge.wordCount(category, word));
  const oneSided = [
    ...onlyA.map((word) => ({ word, having: a, lacking: b, only: onlyA, category, knowledge })),
    ...onlyB.map((word) => ({ word, having: b, lacking: a, only: onlyB, category, knowledge })),
  ].sort((x, y) => (x.word < y.word ? -1 : 1));
  const words = oneSided.map((one) => {
    const { name, kind } = ruleOf(one);
    return { word: one.word, rule: name, cost: COSTS[kind] };
  });
  let cost = MISSPELLED * misspelled.length + COSTS.omitted * spelled.length;
  for (const each of words) cost += each.cost;
  const isMaker = (word: string) => MAKERS.has(word);
  if (onlyA.some(isMaker) && onlyB.some(isMaker)) cost += 1;
  const tells = (word: string) => !FILLERS.has(word);
  if (
    !common.some(tells) &&
    spelled.length + misspelled.length === 0 &&
    (words.some(({ word }) => tells(word)) || isNumberless(a, b))
  )
    cost += NOTHING_IN_COMMON;
  const finding = [
    `in common: ${common.join(' ') || 'none'}`,
    ...(words.length > 0 ? [`only one has: ${words.map(({ word }) => word).join(' ')}`] : []),
    ...spelled.sort(),
    ...misspelled.sort(),
  ].join('; ');
  return { part: 'words', finding, cost, words };
}

/**
 * Removes compound words that the other card writes as two words, such as `subzero` and `sub zero`.
 * @returns the removed words
 */
function takeJoined(joined: string[], parted: string[]): string[] {
  const found: string[] = [];
  for (const whole of [...joined]) {
    const first = parted.find(
      (word) => whole.startsWith(word) && parted.includes(whole.slice(word.length)),
    );
    if (first === undefined) continue;
    const second = whole.slice(first.length);
    joined.splice(joined.indexOf(whole), 1);
    parted.splice(parted.indexOf(first), 1);
    parted.splice(parted.indexOf(second), 1);
    found.push(`${first} ${second} for ${whole}`);
  }
  return found;
}

const LONG = 6;

/** Removes pairs of words that differ in one letter, unless both are known words. @returns the removed words */
function takeMisspelled(
  onlyA: string[],
  onlyB: string[],
  count: (word: string) => number,
): string[] {
  const found: string[] = [];
  for (const a of onlyA.filter((word) => word.length >= LONG)) {
    const b = onlyB.find(
      (word) =>
        word.length >= LONG &&
        word[0] === a[0] &&
        isOneEditApart(a, word) &&
        Math.min(count(a), count(word)) < KNOWN_FROM,
    );
    if (b === undefined) continue;
    onlyA.splice(onlyA.indexOf(a), 1);
    onlyB.splice(onlyB.indexOf(b), 1);
    found.push(`${[a, b].sort().join(' for ')} (misspelled)`);
  }
  return found;
}
