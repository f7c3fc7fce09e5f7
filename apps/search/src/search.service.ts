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
import { readQuery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { type Attempt, allWords, attemptsOf } from './attempts.js';
import { readEntries, relevance, type SearchedEntry } from './relevance.js';
import { SearchQueries } from './search.queries.js';

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

  /** One page of cards. */
  async page({ query, page }: RequestOf<typeof searchSimple>): Promise<ResultPage> {
    const words = readQuery(query, true);
    const ranked = await this.findFirst(attemptsOf(words), (cards, { byEntry, fits }) =>
      cards
        .filter(({ entries }) => !byEntry || entries.some(({ terms }) => fits(terms)))
        .map(({ card, popularity, entries }) => ({
          card,
          score: Math.max(...entries.map(({ terms }) => relevance(words, terms, popularity))),
        })),
    );
    ranked.sort((a, b) => b.score - a.score || a.card - b.card);
    const start = (page - 1) * SEARCH_PAGE_SIZE;
    const end = start + SEARCH_PAGE_SIZE;
    return {
      cards: ranked.slice(start, end).map(({ card }) => card),
      hasMore: page < SEARCH_PAGES && ranked.length > end,
    };
  }

  /** The best entries of each grader. @returns scores by internal id, best first */
  async entries({
    query,
    grader,
  }: RequestOf<typeof searchStructured>): Promise<Map<number, number>> {
    const graders: readonly Grader[] = grader ? [grader] : GRADERS;
    const words = readQuery(query, false);
    const ranked = await this.findFirst([allWords(words)], (cards, { fits }) =>
      cards.flatMap(({ popularity, entries }) =>
        entries
          .filter((entry) => graders.includes(entry.grader) && fits(entry.terms))
          .map(({ id, grader: of, terms }) => ({
            id,
            grader: of,
            score: relevance(words, terms, popularity),
          })),
      ),
    );
    ranked.sort((a, b) => b.score - a.score || a.id - b.id);
    return new Map(
      graders
        .flatMap((each) => ranked.filter((entry) => entry.grader === each).slice(0, SEARCH_ENTRIES))
        .map(({ id, score }) => [id, score]),
    );
  }

  /** Attempt after attempt, until one finds something. @param pick what counts of the cards that an attempt found */
  private async findFirst<Found>(
    attempts: readonly Attempt[],
    pick: (cards: FoundCard[], attempt: Attempt) => Found[],
  ): Promise<Found[]> {
    for (const attempt of attempts) {
      const found = pick(await this.findCards(attempt), attempt);
      if (found.length > 0) return found;
    }
    return [];
  }

  private async findCards({ tsquery }: Attempt): Promise<FoundCard[]> {
    const candidates = await this.queries.findCandidates(tsquery(true), tsquery(false));
    return candidates.map((row) => ({ ...row, entries: readEntries(row.entries) }));
  }
}
