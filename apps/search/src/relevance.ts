import type { Grader } from '@gcd/contracts';
import { type Field, findVariant, type QueryWord, readTerms } from '@gcd/search-terms';

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

/** What makes an entry fit a query better. */
export interface Weights {
  /** Of a word, by where it is found. */
  readonly worth: Readonly<Record<Field, number>>;
  /** Of a word that only another grader's entry of the card has. */
  readonly elsewhere: number;
  /** Of what looks like a card number and is found as something else. */
  readonly numberElsewhere: number;
  /** By which a later variant of a word counts less, such as 1989 for `89`. */
  readonly laterVariant: number;
  /** By which the beginning of a word counts less. */
  readonly beginning: number;
  /** Taken off for a term that the entry has and the query does not name. */
  readonly unnamed: Readonly<Record<Field, number>>;
  /** Taken off at most for all of them. */
  readonly mostUnnamed: number;
  /** Of two words that stand together in the entry as they do in the query. */
  readonly together: number;
  /** Of ten times as many graded copies. */
  readonly popularity: number;
  /** By which popularity counts more for a query of one word, two words, and so on. */
  readonly vague: readonly number[];
}

/** `docs/search.md` has the measured effect of each. */
export const WEIGHTS: Weights = {
  worth: { number: 6, year: 4, name: 4, set: 2.5, subset: 2, parallel: 2, other: 1.5 },
  elsewhere: 1,
  numberElsewhere: 0.5,
  laterVariant: 0.8,
  beginning: 0.6,
  unnamed: { number: 0, year: 0, name: 0.4, set: 0.15, subset: 0.3, parallel: 0.5, other: 0.05 },
  mostUnnamed: 4,
  together: 0.3,
  popularity: 0.35,
  vague: [3, 2],
};
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
  weights: Weights = WEIGHTS,
): number {
  const named = new Map<string, number>();
  let score = FLOOR + weights.mostUnnamed;
  query.forEach((word, index) => {
    score += worthOf(word, index, terms, named, weights);
  });
  let unnamed = 0;
  let before: number | undefined;
  for (const [term, field] of terms) {
    const index = named.get(term);
    if (index === undefined) unnamed += weights.unnamed[field];
    else if (before !== undefined && index === before + 1) score += weights.together;
    before = index;
  }
  score -= Math.min(unnamed, weights.mostUnnamed);
  score += weights.popularity * vagueness(query, weights) * Math.log10(1 + popularity);
  return Math.round(score * 10_000) / 10_000;
}

/** How much more popularity counts for a query that says little of the card: few words and no number. */
function vagueness(query: readonly QueryWord[], { vague }: Weights): number {
  if (query.some(({ looksLike }) => looksLike === 'number' || looksLike === 'digits')) return 1;
  return vague[query.length - 1] ?? 1;
}

/** @param named gets the terms that the word names, with its index in the query */
function worthOf(
  word: QueryWord,
  index: number,
  terms: ReadonlyMap<string, Field>,
  named: Map<string, number>,
  weights: Weights,
): number {
  const isNumber = word.looksLike === 'number' || word.looksLike === 'digits';
  let best = 0;
  word.variants.forEach((variant, rank) => {
    const found = findVariant(variant, terms);
    if (!found) return;
    for (const term of found) named.set(term, index);
    const fields = found.map((term) => terms.get(term) as Field);
    const field = isNumber && fields.includes('number') ? 'number' : (fields[0] as Field);
    // A base card of a rookie says so in its description; "Rookie Autographs" is not meant by that word.
    const place = field === 'subset' && found[0] === 'rookie' ? 'other' : field;
    const worth = isNumber && field !== 'number' ? weights.numberElsewhere : weights.worth[place];
    const later = rank === 0 ? 1 : weights.laterVariant;
    const less = variant.worth ?? (variant.prefix ? weights.beginning : later);
    best = Math.max(best, worth * less);
  });
  return best || (word.kind === 'identifying' ? weights.elsewhere : 0);
}
