import type { Facts } from './facts.js';
import { compareNames } from './names.js';
import { classOf } from './vocabulary.js';

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
const COSTS = { noise: 0.01, weak: 0.06, maker: 0.1, telling: 0.5 } as const;
const NOTHING_IN_COMMON = 0.3;

/** Compares two entries. It does not matter which one comes first. */
export function compare(a: Facts, b: Facts): Comparison {
  const parts = [
    equalPart('category', a.category, b.category),
    equalPart('year', a.year, b.year),
    equalPart('number', a.number, b.number),
    namePart(a, b),
    wordsPart(a, b),
    equalPart('print run', a.run, b.run),
  ];
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  const score = Math.max(0, Math.round((1 - cost) * 1000) / 1000);
  const verdict = score >= SAME_FROM ? 'same' : score < DIFFERENT_BELOW ? 'different' : 'doubt';
  return { score, verdict, parts };
}

/** Must be equal where both say it. */
function equalPart(part: 'category' | 'year' | 'number' | 'print run', a: string, b: string): Part {
  if (a === b) return { part, finding: a === '' ? 'not stated' : `both ${a}`, cost: 0 };
  if (a === '' || b === '')
    return { part, finding: `${a || b}, the other does not say`, cost: 0.01 };
  const [first, second] = [a, b].sort();
  return { part, finding: `${first} and ${second}`, cost: 1 };
}

function namePart(a: Facts, b: Facts): Part {
  const { finding, cost } = compareNames(a, b);
  return { part: 'name', finding, cost };
}

function wordsPart(a: Facts, b: Facts): Part {
  const category = a.category || b.category;
  // Where only one entry tells the name apart from the rest, the other's rest has it too.
  const names = new Set([...a.name, ...b.name]);
  const [ofA, ofB] = [a, b].map(({ rest }) => rest.filter((word) => !names.has(word))) as [
    string[],
    string[],
  ];
  const common = ofA.filter((word) => ofB.includes(word));
  const onlyA = ofA.filter((word) => !ofB.includes(word));
  const onlyB = ofB.filter((word) => !ofA.includes(word));
  const isMaker = (word: string) => classOf(word, category) === 'maker';
  let cost = 0;
  for (const word of [...onlyA, ...onlyB]) cost += COSTS[classOf(word, category)];
  if (onlyA.some(isMaker) && onlyB.some(isMaker)) cost += 1;
  const tells = (word: string) => classOf(word, category) !== 'noise';
  if (!common.some(tells) && (onlyA.some(tells) || onlyB.some(tells))) cost += NOTHING_IN_COMMON;
  const only = [...onlyA, ...onlyB].sort();
  const finding =
    only.length === 0
      ? `all in common: ${common.join(' ') || 'none'}`
      : `in common: ${common.join(' ') || 'none'}; only one has: ${only.join(' ')}`;
  return { part: 'words', finding, cost };
}
