import { SEARCH_PAGE_SIZE } from '@gcd/contracts/search';
import { hasWords, type QueryWord } from '@gcd/search-terms';
import type { SearchStep } from './relaxation.js';
import { relevance, type SearchedEntry, WEIGHTS } from './relevance.js';
import type { Candidates } from './search.queries.js';

/** A card that matches, with its grader cards. */
export interface FoundCard {
  readonly card: number;
  readonly popularity: number;
  readonly entries: readonly SearchedEntry[];
}

/** Returns the terms of all grader cards of a card. */
export function termsOfCard({ entries }: Pick<FoundCard, 'entries'>): Set<string> {
  return new Set(entries.flatMap(({ terms }) => [...terms.keys()]));
}

/** How many matching cards are known without counting them. */
type KnownMatches = Pick<Candidates, 'matches' | 'allTiers'>;

/** The cards found, the step that found them, the words to rank them by, and the corrected query if there is one. */
export interface Finding {
  readonly step: SearchStep;
  readonly cards: FoundCard[];
  readonly known: KnownMatches;
  /** Whether matching cards were removed from `cards`, so that `known` is too high. */
  readonly isFiltered?: boolean;
  /** The words of the query, in the order typed. */
  readonly typed: readonly QueryWord[];
  /** The words to rank by. */
  readonly words: readonly QueryWord[];
  readonly corrected?: { readonly text: string; readonly words: readonly QueryWord[] };
}

/** Returns the words of the query that a card does not have, as typed. */
export function ignoredWords({ typed: all, corrected }: Finding, card: FoundCard): string[] {
  const terms = new Map(card.entries.flatMap((entry) => [...entry.terms]));
  const has = (word: QueryWord) =>
    hasWords([word], terms) || (word.excludes !== undefined && !terms.has(word.excludes));
  const isCorrected = ({ typed }: QueryWord) =>
    corrected?.words.some((each) => typed.every((text) => each.typed.includes(text)) && has(each));
  return all.filter((word) => !has(word) && !isCorrected(word)).flatMap(({ typed }) => typed);
}

/** Returns the cards found, best first. */
export function rank({ cards, words, corrected }: Finding): FoundCard[] {
  const known = corrected?.words ?? words;
  const scoreOf = ({ entries, popularity }: FoundCard): number =>
    Math.max(...entries.map(({ terms }) => relevance(words, terms, popularity, WEIGHTS, known)));
  return cards
    .map((each) => ({ ...each, score: scoreOf(each) }))
    .sort((a, b) => b.score - a.score || a.card - b.card);
}

/**
 * Returns the cards with the most of the words, and cards with fewer of them if the first page has space. Returns all
 * cards if they fit on one page, or if no card has any of the words.
 */
export function withMost(words: readonly QueryWord[], cards: readonly FoundCard[]): FoundCard[] {
  const counted = cards.map((card) => {
    const terms = new Map(card.entries.flatMap((entry) => [...entry.terms]));
    return { card, count: words.filter((word) => hasWords([word], terms)).length };
  });
  const counts = counted.map(({ count }) => count).sort((a, b) => b - a);
  const [most = 0] = counts;
  const least =
    counts.length > SEARCH_PAGE_SIZE ? Math.max(counts[SEARCH_PAGE_SIZE - 1] ?? 0, 1) : 0;
  return counted.filter(({ count }) => count >= Math.min(least, most)).map(({ card }) => card);
}
