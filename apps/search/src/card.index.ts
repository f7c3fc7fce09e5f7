import type { LexemeQuery } from '@gcd/search-terms';

/** A card that matches a query. */
export interface Candidate {
  /** Internal id. */
  readonly card: number;
  readonly popularity: number;
  /** The grader cards of the card, one per line: grader, internal id, terms. */
  readonly entries: string;
}

/** The cards that match a query. */
export interface Candidates {
  /** The most popular matching cards, most popular first. */
  readonly cards: readonly Candidate[];
  /** Number of matching cards that are known without counting them. */
  readonly matches: number;
  /** Whether `matches` is the number of all matching cards. */
  readonly isComplete: boolean;
}

/** A query, and the score of the cards that match it. */
export interface ScoredQuery {
  readonly query: LexemeQuery;
  readonly weight: number;
}

export interface CardCount {
  readonly count: number;
  /** Whether `count` is the number of all matching cards. */
  readonly isExact: boolean;
}

/**
 * Maximum number of candidates for a result. If more cards match, these are the most popular ones. A result with fewer
 * cards contains every match.
 */
export const MAX_CANDIDATES = 300;
/** Maximum number of candidates for suggestions, which the site requests after every typed letter. */
export const MAX_SUGGESTED = 50;
/** Maximum number of closest cards. */
export const MAX_CLOSEST = 100;

/** Finds cards by their lexemes. */
export abstract class CardIndex {
  /** Finds the most popular cards that match a query. */
  abstract findCandidates(query: LexemeQuery): Promise<Candidates>;

  /** Like {@link findCandidates}, but with lower limits, for suggestions. */
  abstract findSuggested(query: LexemeQuery): Promise<readonly Candidate[]>;

  /** Counts the matching cards. @param limit number at which counting stops */
  abstract countCards(query: LexemeQuery, limit: number): Promise<CardCount>;

  /** Finds the cards that match any part, highest score first. @param words give matching cards their score */
  abstract findClosest(
    parts: readonly LexemeQuery[],
    words: readonly ScoredQuery[],
  ): Promise<readonly Candidate[]>;
}
