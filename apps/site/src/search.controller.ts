import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, isSettled, partOf } from './api.js';
import { type HomeParts, homePage } from './home.view.js';
import { Pages } from './pages.js';
import { textOf } from './query.js';
import { searchPage } from './search.view.js';

// What the home page can do without must not make it slow.
const HOME_TIMEOUT_MS = 1500;

@Controller()
export class SearchController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** The search; before anything is searched for, what there is to search. */
  @Get()
  async search(
    @Query() parameters: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const query = textOf(parameters.query).trim();
    if (query === '') return this.home(reply);
    const page = Number(textOf(parameters.page) || '1');
    const found = await this.api.client.searchSimple({ query, page }, { signal: this.api.begin() });
    return this.pages.answer(reply, this.pages.html(searchPage(found, this.pages.apiUrl)));
  }

  /** The page before anything is searched for. Without the API it has the search and the rest of its text. */
  private async home(reply: FastifyReply): Promise<string> {
    const parts = await this.homeParts();
    const isWhole = Object.values(parts).every(({ value, error }) => value || isSettled(error));
    return this.pages.answer(reply, this.pages.html(homePage(parts)), isWhole);
  }

  private async homeParts(): Promise<HomeParts> {
    try {
      const signal = this.api.begin(HOME_TIMEOUT_MS);
      const { client } = this.api;
      const [movers, sets] = await Promise.all([
        partOf(client.listMovers({}, { signal })),
        partOf(client.listSets({}, { signal })),
      ]);
      return { movers, sets };
    } catch (error) {
      return { movers: { error }, sets: { error } };
    }
  }
}
