import { overloaded } from '@gcd/contracts/errors';
import type { RequestOf } from '@gcd/contracts/operation';
import type { suggestSearch } from '@gcd/contracts/search';
import { Levers } from '@gcd/nats/levers';
import { toCardSet } from '@gcd/population/card-set';
import { setIdOf } from '@gcd/population/set-id';
import { readQuery } from '@gcd/search-terms';
import { Injectable } from '@nestjs/common';
import { CardIndex } from './card.index.js';
import { ClosestSearch } from './closest.search.js';
import { allWords } from './condition.js';
import { rank, readCard } from './finding.js';
import { asTyped } from './forms.js';
import { SearchQueries } from './search.queries.js';
import { type Suggestion, toSuggestions } from './suggestions.js';

const MAX_CARDS = 10;

@Injectable()
export class SuggestService {
  constructor(
    private readonly index: CardIndex,
    private readonly queries: SearchQueries,
    private readonly closest: ClosestSearch,
    private readonly levers: Levers,
  ) {}

  /** Returns suggestions, most likely first. */
  async suggest({ query }: RequestOf<typeof suggestSearch>): Promise<Suggestion[]> {
    if (this.levers.isOff('suggestions')) {
      throw overloaded('Suggestions are switched off for a short time. Try again later.');
    }
    const words = readQuery(query, true);
    if (words.length === 0) return [];
    const found = await this.index.findSuggested(allWords(words).query);
    const closest = found.length === 0 ? await this.closest.find(words) : undefined;
    const ranked = closest?.cards ?? rank(asTyped(words), found.map(readCard));
    const cards = await this.queries.findCards(ranked.slice(0, MAX_CARDS).map(({ card }) => card));
    const sets = await this.queries.findSets([...new Set(cards.map(setIdOf))]);
    const names = new Map(sets.map((set) => [set.set_id, toCardSet(set).display_name]));
    return toSuggestions(closest?.correctedQuery ?? query.trim(), cards, names);
  }
}
