import type { RequestOf, suggestSearch } from '@gcd/contracts';
import { type QueryWord, readQuery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { allWords } from './relaxation.js';
import { readEntries, relevance } from './relevance.js';
import { SearchQueries } from './search.queries.js';
import { SimilarSearch } from './similar.search.js';
import { toText } from './similar-queries.js';
import { type Suggestion, toSuggestions } from './suggestions.js';

const MAX_CARDS = 10;

interface RankedCard {
  readonly card: number;
  readonly score: number;
  readonly terms: ReadonlySet<string>;
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
    let text = query.trim();
    let ranked = await this.rank(words);
    if (ranked.length === 0) {
      // Try only a few similar queries, because suggestions are requested after every typed letter.
      const similar = await this.similar.findLikely(words);
      if (!similar) return [];
      ranked = await this.rank(similar);
      text = toText(similar, ranked[0]?.terms ?? new Set());
    }
    const best = ranked.slice(0, MAX_CARDS).map(({ card }) => card);
    return toSuggestions(text, await this.queries.findCards(best));
  }

  private async rank(words: readonly QueryWord[]): Promise<RankedCard[]> {
    const { tsquery } = allWords(words);
    const cards = await this.queries.findSuggested(tsquery(true), tsquery(false));
    return cards
      .map(({ card, popularity, entries }) => {
        const read = readEntries(entries);
        const scores = read.map(({ terms }) => relevance(words, terms, popularity));
        const terms = new Set(read.flatMap((entry) => [...entry.terms.keys()]));
        return { card, score: Math.max(...scores), terms };
      })
      .sort((a, b) => b.score - a.score || a.card - b.card);
  }
}
