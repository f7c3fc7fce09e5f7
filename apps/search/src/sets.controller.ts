import type { RequestOf } from '@gcd/contracts/operation';
import { type CardSet, listSets, SETS_PAGE_SIZE } from '@gcd/contracts/sets';
import { Handles, List } from '@gcd/nats';
import { toCardSet } from '@gcd/population/card-set';
import { normalizeText } from '@gcd/population/set-id';
import { allOf, meaningsOf, readQuery, toTsquery } from '@gcd/search-terms';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type SetFilter, SetsQueries } from './sets.queries.js';

@Controller()
export class SetsController {
  constructor(private readonly queries: SetsQueries) {}

  @Handles(listSets)
  async list(
    @Payload() { query, category, year, page }: RequestOf<typeof listSets>,
  ): Promise<List<CardSet>> {
    const filter = {
      category: category && normalizeText(category),
      year: year && normalizeText(year),
      text: query === null ? null : textFilter(query),
    };
    const { rows, total } = await this.queries.list(filter, page);
    return List.page(rows.map(toCardSet), { page, size: SETS_PAGE_SIZE, total });
  }
}

/** Converts a search text to a filter. A text without any words matches no set. */
function textFilter(query: string): SetFilter['text'] {
  const words = readQuery(query, true);
  return { tsquery: words.length > 0 ? toTsquery(allOf(words)) : '', terms: meaningsOf(query) };
}
