import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api } from './api.js';
import { cacheControl } from './headers.js';
import { Pages } from './pages.js';
import { textOf } from './query.js';
import { watchedCard, watchPage } from './watch.view.js';

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': cacheControl(true),
};

/** Serves the watch list, which the browser keeps, and the counts of its cards. */
@Controller()
export class WatchController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  @Get('watch')
  watch(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.pages.respond(reply, { from: [] }, () => this.pages.html(watchPage()));
  }

  /** Serves the counts of up to 100 cards to the script. Cards that do not exist are missing. */
  @Get('watch/cards')
  async cards(
    @Query() parameters: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const ids = textOf(parameters.ids).split(',');
    const found = await this.api.getCards(ids, this.api.begin());
    return this.pages.file(reply, { from: [found], headers: JSON_HEADERS }, () =>
      JSON.stringify(found.cards.map(watchedCard)),
    );
  }
}
