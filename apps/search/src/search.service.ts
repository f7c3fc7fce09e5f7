import {
  GRADERS,
  type Grader,
  type RequestOf,
  SEARCH_ENTRIES,
  SEARCH_PAGE_SIZE,
  SEARCH_PAGES,
  type searchSimple,
  type searchStructured,
} from '@gcd/contracts';
import { type QueryWord, readQuery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { allWords, relaxationSteps, type SearchStep } from './relaxation.js';
import { readEntries, relevance, type SearchedEntry } from './relevance.js';
import { MAX_CANDIDATES, SearchQueries } from './search.queries.js';

/** A page of a result: internal ids of cards. */
export interface ResultPage {
  readonly cards: readonly number[];
  readonly hasMore: boolean;
}

interface FoundCard {
  readonly card: number;
  readonly popularity: number;
  readonly entries: readonly SearchedEntry[];
}

/** Finds the cards that have the words of a query, and puts the likeliest first. */
@Injectable()
export class SearchService {
  constructor(private readonly queries: SearchQueries) {}

  /** One page of cards, from the first step of relaxation that finds any. */
  async page({ query, page }: RequestOf<typeof searchSimple>): Promise<ResultPage> {
    const words = readQuery(query, true);
    let ranked: { readonly card: number; readonly score: number }[] = [];
    for (const step of relaxationSteps(words)) {
      ranked = (await this.findCards(step))
        .filter(({ entries }) => !step.byEntry || entries.some(({ terms }) => step.fits(terms)))
        .map(({ card, popularity, entries }) => ({
          card,
          score: Math.max(...entries.map(({ terms }) => relevance(words, terms, popularity))),
        }));
      if (ranked.length > 0) break;
    }
    ranked.sort((a, b) => b.score - a.score || a.card - b.card);
    const start = (page - 1) * SEARCH_PAGE_SIZE;
    const end = start + SEARCH_PAGE_SIZE;
    return {
      cards: ranked.slice(start, end).map(({ card }) => card),
      hasMore: page < SEARCH_PAGES && ranked.length > end,
    };
  }

  /** The best cards of each grader that have all words. @returns scores by internal id, each grader's best first */
  async entries({
    query,
    grader,
  }: RequestOf<typeof searchStructured>): Promise<Map<number, number>> {
    const words = readQuery(query, false);
    const scores = new Map<number, number>();
    if (words.length === 0) return scores;
    const { fits } = allWords(words);
    for (const [each, cards] of await this.cardsOfGraders(words, grader ? [grader] : GRADERS)) {
      const ranked = cards
        .flatMap(({ popularity, entries }) =>
          entries
            .filter((entry) => entry.grader === each && fits(entry.terms))
            .map(({ id, terms }) => ({ id, score: relevance(words, terms, popularity) })),
        )
        .sort((a, b) => b.score - a.score || a.id - b.id);
      for (const { id, score } of ranked.slice(0, SEARCH_ENTRIES)) scores.set(id, score);
    }
    return scores;
  }

  /**
   * The cards to rank for each grader. One statement for all graders is enough if it finds every card that matches;
   * otherwise each grader has a statement of its own, so that no grader's cards displace another's.
   */
  private async cardsOfGraders(
    words: readonly QueryWord[],
    graders: readonly Grader[],
  ): Promise<Map<Grader, FoundCard[]>> {
    if (graders.length > 1) {
      const cards = await this.findCards({ ...allWords(words), byNumber: null });
      if (cards.length < MAX_CANDIDATES) return new Map(graders.map((grader) => [grader, cards]));
    }
    const found = new Map<Grader, FoundCard[]>();
    for (const grader of graders) {
      found.set(grader, await this.findCards(allWords(words, grader)));
    }
    return found;
  }

  /** The most popular cards that match, and if there may be more, those with a card number of the query. */
  private async findCards({ tsquery, byNumber }: SearchStep): Promise<FoundCard[]> {
    const popular = await this.queries.findCandidates(tsquery(true), tsquery(false));
    const isComplete = popular.length < MAX_CANDIDATES;
    const numbered =
      isComplete || !byNumber
        ? []
        : await this.queries.findCandidates(byNumber(true), byNumber(false));
    const candidates = new Map([...popular, ...numbered].map((row) => [row.card, row]));
    return [...candidates.values()].map((row) => ({ ...row, entries: readEntries(row.entries) }));
  }
}
