import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { searchSimple, searchStructured, suggestSearch } from '@gcd/contracts/search';
import { Handles } from '@gcd/nats';
import { CONFIG } from '@gcd/process';
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SearchConfig } from './config.js';
import { SearchQueries } from './search.queries.js';
import { SearchService } from './search.service.js';
import { toSimpleSearch, toStructuredSearch } from './search.view.js';
import { SuggestService } from './suggest.service.js';

@Controller()
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly suggestions: SuggestService,
    private readonly queries: SearchQueries,
    @Inject(CONFIG) private readonly config: SearchConfig,
  ) {}

  @Handles(searchSimple)
  async simple(
    @Payload() request: RequestOf<typeof searchSimple>,
  ): Promise<DataOf<typeof searchSimple>> {
    const page = await this.search.page(request);
    const rows = await this.queries.findCards(page.cards);
    return toSimpleSearch(request, rows, page, this.config.SITE_URL);
  }

  @Handles(searchStructured)
  async structured(
    @Payload() request: RequestOf<typeof searchStructured>,
  ): Promise<DataOf<typeof searchStructured>> {
    const scores = await this.search.entries(request);
    const entries = await this.queries.findEntries([...scores.keys()]);
    return toStructuredSearch(request, entries, scores);
  }

  @Handles(suggestSearch)
  async suggest(
    @Payload() request: RequestOf<typeof suggestSearch>,
  ): Promise<DataOf<typeof suggestSearch>> {
    return { query: request.query, suggestions: await this.suggestions.suggest(request) };
  }
}
