import type { QueryWord } from '@gcd/search-terms';
import type { Vocabulary } from './vocabulary.js';

/** Maximum total cost of the queries of one search, as a defense against hostile input. */
export const MAX_WORK = 750_000;
/** Maximum cost that is charged for the first query. The rest of the budget is for relaxation steps. */
const MAX_FIRST = MAX_WORK / 2;
/** Minimum cost per word, because every query takes some time. */
const MIN_PER_WORD = 5000;

/**
 * Estimates the work of a query as its number of words, counting each variant, times the number of cards with its rarest
 * word. PostgreSQL reads roughly that number of index entries. A query with a word that no card contains costs nothing,
 * because it is not run.
 */
export function costOf(words: readonly QueryWord[], vocabulary: Vocabulary): number {
  const rarest = Math.min(...words.map((word) => vocabulary.frequency(word)));
  const variants = words.reduce((sum, word) => sum + word.variants.length, 0);
  return rarest === 0 ? 0 : Math.max(words.length * MIN_PER_WORD, variants * rarest);
}

/**
 * Limits the work of one search. The limit depends only on the query and the catalog, so repeated searches have the
 * same results.
 */
export class WorkBudget {
  private spent = 0;

  /** Charges a query, unless that would exceed the limit. The first query is allowed at any cost. */
  allows(cost: number): boolean {
    if (this.spent > 0 && this.spent + cost > MAX_WORK) return false;
    this.spent += this.spent > 0 ? cost : Math.min(cost, MAX_FIRST);
    return true;
  }
}
