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
import {
  hasWords,
  type QueryWord,
  type QueryWordKind,
  readQuery,
  toTsquery,
} from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { readEntries, relevance } from './relevance.js';
import { type Candidate, SearchQueries, TIERS } from './search.queries.js';

/** Cards that are ranked at most, the most popular of those that match. */
const MOST_CANDIDATES = 300;

/** Kinds of words that are needed: all, then fewer as long as nothing is found. */
const NEEDED_KINDS: readonly (readonly QueryWordKind[])[] = [
  ['identifying', 'serial', 'describing'],
  ['identifying', 'serial'],
  ['identifying'],
];

/** A page of a result: internal ids of cards. */
export interface ResultPage {
  readonly cards: readonly number[];
  readonly hasMore: boolean;
}

/** Finds the cards that have the words of a query, and puts the likeliest first. */
@Injectable()
export class SearchService {
  constructor(private readonly queries: SearchQueries) {}

  /** One page of cards. */
  async page({ query, page }: RequestOf<typeof searchSimple>): Promise<ResultPage> {
    const words = readQuery(query, true);
    const candidates = await this.findFirst(words, (found) => found);
    const ranked = candidates
      .map(({ card, popularity, entries }) => ({
        card,
        score: Math.max(
          ...readEntries(entries).map(({ terms }) => relevance(words, terms, popularity)),
        ),
      }))
      .sort((a, b) => b.score - a.score || a.card - b.card);
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
    const entries = await this.findFirst(words, (found, needed) =>
      found
        .flatMap(({ popularity, entries: lines }) =>
          readEntries(lines).map((entry) => ({ ...entry, popularity })),
        )
        .filter((entry) => graders.includes(entry.grader) && hasWords(needed, entry.terms)),
    );
    const ranked = entries
      .map((entry) => ({ ...entry, score: relevance(words, entry.terms, entry.popularity) }))
      .sort((a, b) => b.score - a.score || a.id - b.id);
    return new Map(
      graders
        .flatMap((each) => ranked.filter((entry) => entry.grader === each).slice(0, SEARCH_ENTRIES))
        .map(({ id, score }) => [id, score]),
    );
  }

  /**
   * Looks for all words, and when nothing has them, without those that describe a copy.
   * @param pick what of the candidates counts, given the words that were looked for
   */
  private async findFirst<Found>(
    words: readonly QueryWord[],
    pick: (candidates: Candidate[], needed: readonly QueryWord[]) => Found[],
  ): Promise<Found[]> {
    let asked = 0;
    for (const kinds of NEEDED_KINDS) {
      const needed = words.filter(({ kind }) => kinds.includes(kind));
      if (needed.length === 0 || needed.length === asked) continue;
      asked = needed.length;
      const found = pick(await this.findInTiers(needed), needed);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Looks through the most popular cards first, until there are enough. */
  private async findInTiers(words: readonly QueryWord[]): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for (const tier of TIERS) {
      const tsquery = toTsquery(words, tier < 2);
      if (tsquery === '') break;
      found.push(
        ...(await this.queries.findCandidates(tier, tsquery, MOST_CANDIDATES - found.length)),
      );
      if (found.length >= MOST_CANDIDATES) break;
    }
    return found;
  }
}
