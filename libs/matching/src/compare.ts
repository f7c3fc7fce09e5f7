import type { Features } from './features.js';
import { compareNames, isOneEditApart } from './names.js';
import { classOf, type WordClass } from './vocabulary.js';
import { canonical } from './words.js';

/** What two entries are to each other. */
export type Verdict = 'same' | 'doubt' | 'different';

/** One part of a comparison, in plain words. */
export interface Part {
  readonly part: 'category' | 'year' | 'number' | 'name' | 'words' | 'print run';
  readonly finding: string;
  /** What it takes off a full score of 1. */
  readonly cost: number;
}

/** How alike two entries are. */
export interface Comparison {
  /** 1: nothing differs; 0: nothing in common. */
  readonly score: number;
  readonly verdict: Verdict;
  readonly parts: readonly Part[];
}

/** Two entries are the same card from this score on. */
export const SAME_FROM = 0.75;
/** Below this score they are different cards. */
export const DIFFERENT_BELOW = 0.5;

/** What a word costs that only one of two entries has. */
const COSTS = { noise: 0.01, told: 0.02, weak: 0.06, maker: 0.1, telling: 0.55 } as const;
const MISSPELLED = 0.2;
const NOTHING_IN_COMMON = 0.3;

/** Compares two entries. It does not matter which one comes first. */
export function compare(a: Features, b: Features): Comparison {
  const parts = [
    equalPart('category', a.category, b.category),
    equalPart('year', a.year, b.year),
    equalPart('number', a.number, b.number),
    namePart(a, b),
    wordsPart(a, b),
    equalPart('print run', a.run, b.run),
  ].map((part) => ({ ...part, cost: rounded(part.cost) }));
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  const score = Math.max(0, rounded(1 - cost));
  const verdict = score >= SAME_FROM ? 'same' : score < DIFFERENT_BELOW ? 'different' : 'doubt';
  return { score, verdict, parts };
}

/** Sums of fractions depend on their order, and what is compared must not. */
const rounded = (cost: number) => Math.round(cost * 1000) / 1000;

/** Must be equal where both say it. */
function equalPart(part: 'category' | 'year' | 'number' | 'print run', a: string, b: string): Part {
  if (a === b) return { part, finding: a === '' ? 'not stated' : `both ${a}`, cost: 0 };
  if (a === '' || b === '')
    return { part, finding: `${a || b}, the other does not say`, cost: 0.01 };
  const [first, second] = [a, b].sort();
  return { part, finding: `${first} and ${second}`, cost: 1 };
}

function namePart(a: Features, b: Features): Part {
  const { finding, cost } = compareNames(a, b);
  return { part: 'name', finding, cost };
}

function wordsPart(a: Features, b: Features): Part {
  const category =
    a.category === b.category || b.category === ''
      ? a.category
      : a.category === ''
        ? b.category
        : '';
  // Where an entry does not tell its name apart from the rest, the rest has it too.
  const ofA = a.name.length === 0 ? without(a.rest, b.name) : a.rest;
  const ofB = b.name.length === 0 ? without(b.rest, a.name) : b.rest;
  const common = without(ofA, without(ofA, ofB));
  // In an order of their own, so that it does not matter which entry comes first.
  const [onlyA, onlyB] = [without(ofA, ofB), without(ofB, ofA)].sort((x, y) =>
    x.join(' ') < y.join(' ') ? -1 : 1,
  ) as [string[], string[]];
  const spelled = [...takeJoined(onlyA, onlyB), ...takeJoined(onlyB, onlyA)];
  const misspelled = takeMisspelled(onlyA, onlyB, category);
  const only = [...onlyA, ...onlyB].sort();
  const classIs = (wanted: WordClass) => (word: string) => classOf(word, category) === wanted;
  let cost = MISSPELLED * misspelled.length + COSTS.told * spelled.length;
  for (const word of only) cost += COSTS[classOf(word, category)];
  if (onlyA.some(classIs('maker')) && onlyB.some(classIs('maker'))) cost += 1;
  const tells = (word: string) => classOf(word, category) !== 'noise';
  if (!common.some(tells) && spelled.length + misspelled.length === 0 && only.some(tells))
    cost += NOTHING_IN_COMMON;
  const finding = [
    `in common: ${common.join(' ') || 'none'}`,
    ...(only.length > 0 ? [`only one has: ${only.join(' ')}`] : []),
    ...spelled.sort(),
    ...misspelled,
  ].join('; ');
  return { part: 'words', finding, cost };
}

/** The words that are left when others are taken out, each as often as it is among them. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...words];
  for (const other of others) {
    const at = left.indexOf(other);
    const found = at < 0 ? left.indexOf(canonical(other)) : at;
    if (found >= 0) left.splice(found, 1);
  }
  return left;
}

/** Takes out `subzero` on one side and `sub`, `zero` on the other. @returns what was found */
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

/** Takes out words that are the same but for a space or one letter. @returns what was found */
function takeMisspelled(onlyA: string[], onlyB: string[], category: string): string[] {
  const found: string[] = [];
  const isLong = (word: string) => word.length >= LONG && classOf(word, category) === 'telling';
  for (const a of onlyA.filter(isLong)) {
    const b = onlyB.find((word) => isLong(word) && word[0] === a[0] && isOneEditApart(a, word));
    if (b === undefined) continue;
    onlyA.splice(onlyA.indexOf(a), 1);
    onlyB.splice(onlyB.indexOf(b), 1);
    found.push(`${[a, b].sort().join(' for ')} (misspelled)`);
  }
  return found;
}
