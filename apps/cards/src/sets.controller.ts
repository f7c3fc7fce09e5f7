import {
  asOfUnavailable,
  type CardSummary,
  type DataOf,
  getSet,
  listMovers,
  listSetCards,
  listSets,
  type RequestOf,
  SET_CARDS_PAGE_SIZE,
  SETS_PAGE_SIZE,
  type CardSet,
  setNotFound,
} from '@gcd/contracts';
import { meaningsOf, normalizeText, readQuery, toTsquery } from '@gcd/search-terms';
import { CONFIG, List } from '@gcd/service';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CardsConfig } from './config.js';
import { toMovers, toSet, toSetCard, toCardSet } from './set.view.js';
import { type SetFilter, SetsQueries } from './sets.queries.js';

@Controller()
export class SetsController {
  constructor(
    private readonly queries: SetsQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @MessagePattern(listSets.subject)
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

  @MessagePattern(getSet.subject)
  async set(@Payload() { set_id }: RequestOf<typeof getSet>): Promise<DataOf<typeof getSet>> {
    const set = await this.queries.find(set_id);
    if (!set) throw setNotFound(set_id);
    return toSet(set);
  }

  @MessagePattern(listSetCards.subject)
  async cards(
    @Payload() { set_id, page, sort }: RequestOf<typeof listSetCards>,
  ): Promise<List<CardSummary>> {
    const found = await this.queries.listCards(set_id, sort, page);
    if (!found) throw setNotFound(set_id);
    const cards = found.rows.map((card) => toSetCard(card, this.config.SITE_URL));
    return List.page(cards, { page, size: SET_CARDS_PAGE_SIZE, total: found.total });
  }

  @MessagePattern(listMovers.subject)
  async movers(
    @Payload() request: RequestOf<typeof listMovers>,
  ): Promise<DataOf<typeof listMovers>> {
    const category = request.category && normalizeText(request.category);
    const { as_of, rows } = await this.queries.listMovers({ ...request, category });
    if (as_of === null) throw asOfUnavailable();
    return toMovers(request.window, as_of, rows, this.config.SITE_URL);
  }
}

/** Converts a search text to a filter. A text without any words matches no set. */
function textFilter(query: string): SetFilter['text'] {
  const words = readQuery(query, true);
  return { tsquery: toTsquery(words, { withShortPrefixes: true }), terms: meaningsOf(query) };
}
