import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api } from './api.js';
import { homePage } from './home.view.js';
import { Pages } from './pages.js';
import { textOf } from './query.js';
import { searchPage } from './search.view.js';

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
    if (query === '') return this.pages.answer(reply, this.pages.html(homePage()));
    const page = Number(textOf(parameters.page) || '1');
    const found = await this.api.client.searchSimple({ query, page }, { signal: this.api.begin() });
    return this.pages.answer(reply, this.pages.html(searchPage(found, this.pages.apiUrl)));
  }
}
