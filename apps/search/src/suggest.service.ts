import type { RequestOf } from '@gcd/contracts/operation';
import type { suggestSearch } from '@gcd/contracts/search';
import { type QueryWord, readQuery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { termsOfCard } from './finding.js';
import { allWords } from './relaxation.js';
import { readEntries, relevance, type SearchedEntry } from './relevance.js';
import { SearchQueries } from './search.queries.js';
import { SimilarSearch } from './similar.search.js';
import { toText } from './similar-queries.js';
import { type Suggestion, toSuggestions } from './suggestions.js';

const MAX_CARDS = 10;

interface RankedCard {
  readonly card: number;
  readonly score: number;
  readonly entries: readonly SearchedEntry[];
}

@Injectable()
export class SuggestService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly similar: SimilarSearch,
  ) {}

  /** Returns suggestions, most likely first. */
  async suggest({ query }: RequestOf<typeof suggestSearch>): Promise<Suggestion[]> {
    const words = readQuery(query, true);
    if (words.length === 0) return [];
    let similar: QueryWord[] | undefined;
    let ranked = await this.rank(words);
    if (ranked.length === 0) {
      // Try only a few similar queries, because suggestions are requested after every typed letter.
      similar = await this.similar.findLikely(words);
      if (!similar) return [];
      ranked = await this.rank(similar);
    }
    const best = ranked.slice(0, MAX_CARDS);
    const cards = await this.queries.findCards(best.map(({ card }) => card));
    const text =
      similar && best[0] && cards[0]
        ? toText(similar, termsOfCard(best[0]), cards[0].description)
        : query.trim();
    return toSuggestions(text, cards);
  }

  private async rank(words: readonly QueryWord[]): Promise<RankedCard[]> {
    const { tsquery } = allWords(words);
    const cards = await this.queries.findSuggested(tsquery(true), tsquery(false));
    return cards
      .map(({ card, popularity, entries }) => {
        const read = readEntries(entries);
        const scores = read.map(({ terms }) => relevance(words, terms, popularity));
        return { card, score: Math.max(...scores), entries: read };
      })
      .sort((a, b) => b.score - a.score || a.card - b.card);
  }
}
