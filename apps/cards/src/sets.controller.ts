import { asOfUnavailable } from '@gcd/contracts/errors';
import { listMovers } from '@gcd/contracts/movers';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { getSet, listSetCards, SET_CARDS_PAGE_SIZE, setNotFound } from '@gcd/contracts/sets';
import { Handles, List } from '@gcd/nats';
import { normalizeText } from '@gcd/population/set-id';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { CardsConfig } from './config.js';
import { toMovers, toSet, toSetCard } from './set.view.js';
import { SetsQueries } from './sets.queries.js';

@Controller()
export class SetsController {
  constructor(
    private readonly queries: SetsQueries,
    @Inject(CONFIG) private readonly config: CardsConfig,
  ) {}

  @Handles(getSet)
  async set(@Payload() { set_id }: RequestOf<typeof getSet>): Promise<DataOf<typeof getSet>> {
    const [set, parallels] = await Promise.all([
      this.queries.find(set_id),
      this.queries.findParallels(set_id),
    ]);
    if (!set) throw setNotFound(set_id);
    return toSet(set, parallels);
  }

  @Handles(listSetCards)
  async cards(
    @Payload() request: RequestOf<typeof listSetCards>,
  ): Promise<List<DataOf<typeof listSetCards>[number]>> {
    const { set_id, page } = request;
    const found = await this.queries.listCards(request);
    if (!found) throw setNotFound(set_id);
    const cards = found.rows.map((card) => toSetCard(card, this.config.SITE_URL));
    return List.page(cards, { page, size: SET_CARDS_PAGE_SIZE, total: found.total });
  }

  @Handles(listMovers)
  async movers(
    @Payload() request: RequestOf<typeof listMovers>,
  ): Promise<DataOf<typeof listMovers>> {
    const category = request.category && normalizeText(request.category);
    const { as_of, rows } = await this.queries.listMovers({ ...request, category });
    if (as_of === null) throw asOfUnavailable();
    return toMovers(request.window, as_of, rows, this.config.SITE_URL);
  }
}
