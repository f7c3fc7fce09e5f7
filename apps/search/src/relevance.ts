import type { Grader } from '@gcd/contracts';
import { type Field, findReading, type QueryWord, readTerms } from '@gcd/search-terms';

/** An entry of a card as search keeps it. */
export interface SearchedEntry {
  readonly grader: Grader;
  /** Internal. */
  readonly id: number;
  /** Where each term stands. */
  readonly terms: ReadonlyMap<string, Field>;
}

/** Reads the lines of a card's entries. */
export function readEntries(lines: string): SearchedEntry[] {
  return lines.split('\n').map((line) => {
    const afterGrader = line.indexOf('\t');
    const afterId = line.indexOf('\t', afterGrader + 1);
    return {
      grader: line.slice(0, afterGrader) as Grader,
      id: Number(line.slice(afterGrader + 1, afterId)),
      terms: readTerms(line.slice(afterId + 1)),
    };
  });
}

/** What a word is worth where it is found. */
const WORTH: Readonly<Record<Field, number>> = {
  number: 6,
  year: 4,
  name: 4,
  set: 2.5,
  subset: 2,
  parallel: 2,
  other: 1.5,
};
/** Found on another grader's entry of the card only. */
const WORTH_ELSEWHERE = 1;
/** A card number that stands in another field is hardly what was meant. */
const NUMBER_ELSEWHERE = 0.5;
/** Of a later reading of a word, such as 1989 for `89`. */
const LATER_READING = 0.8;
/** Of the beginning of a word. */
const BEGINNING = 0.6;
/** What a term costs that the entry has and the query does not name. */
const UNNAMED: Readonly<Record<Field, number>> = {
  number: 0,
  year: 0,
  name: 0.4,
  set: 0.15,
  subset: 0.3,
  parallel: 0.5,
  other: 0.05,
};
const MOST_UNNAMED = 4;
/** Of ten times as many graded copies. */
const POPULARITY = 0.35;
/** Scores are positive whatever is taken off. */
const FLOOR = 1;

/**
 * How well an entry fits a query: what its words are worth where they stand, less what the entry has beyond them (so that the
 * base card comes before its parallels unless they are named), and a little for popularity.
 * @param popularity graded copies of the card
 * @returns a positive number
 */
export function relevance(
  query: readonly QueryWord[],
  terms: ReadonlyMap<string, Field>,
  popularity: number,
): number {
  const named = new Set<string>();
  let worth = 0;
  for (const word of query) worth += worthOf(word, terms, named);
  let unnamed = 0;
  for (const [term, field] of terms) if (!named.has(term)) unnamed += UNNAMED[field];
  const score =
    worth +
    MOST_UNNAMED -
    Math.min(unnamed, MOST_UNNAMED) +
    POPULARITY * Math.log10(1 + popularity);
  return Math.round((FLOOR + score) * 10_000) / 10_000;
}

function worthOf(word: QueryWord, terms: ReadonlyMap<string, Field>, named: Set<string>): number {
  let best = 0;
  word.readings.forEach((reading, index) => {
    const found = findReading(reading, terms);
    if (!found) return;
    for (const term of found) named.add(term);
    const field = terms.get(found[0] as string) as Field;
    const isNumberElsewhere = word.number && field !== 'number';
    const worth =
      (isNumberElsewhere ? NUMBER_ELSEWHERE : WORTH[field]) *
      (reading.prefix ? BEGINNING : index === 0 ? 1 : LATER_READING);
    best = Math.max(best, worth);
  });
  return best || (word.kind === 'identifying' ? WORTH_ELSEWHERE : 0);
}
