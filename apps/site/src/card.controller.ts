import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { cardPath, idIn } from './addresses.js';
import { Api, isSettled, partOf } from './api.js';
import { readChoice } from './card.js';
import { cardPage } from './card.view.js';
import { embedHtml } from './embed.view.js';
import { codeOf } from './failure.js';
import { FRAMED_HEADERS } from './headers.js';
import { Pages } from './pages.js';

type Parameters = Record<string, unknown>;

@Controller()
export class CardController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Redirects a universal card id or the id of a grader card to the page of the card. */
  @Get('card/:id')
  async find(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.pages.move(reply, cardPath(await this.api.getCard(id, this.api.begin())));
  }

  /** Serves the page of a card. Only the id at the end of the address matters. */
  @Get('card/:category/:set/:card')
  async card(
    @Param('card') address: string,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const id = idIn(address);
    const signal = this.api.begin();
    const known = this.api.getCard(id, signal);
    const [card, prints, history, grades] = await Promise.all([
      known,
      partOf(known.then((each) => this.api.findPrints(each, signal))),
      partOf(this.api.getCardHistory(id, signal)),
      this.api.listGrades(signal),
    ]);
    const path = cardPath(card);
    if (reply.request.url.split('?')[0] !== path) return this.pages.move(reply, path);
    const isWhole = [history, prints].every(({ value, error }) => value || isSettled(error));
    const from = [
      card,
      history.value ?? codeOf(history.error),
      grades,
      prints.value ?? codeOf(prints.error),
    ];
    return this.pages.respond(reply, { from, isWhole }, () =>
      this.pages.html(
        cardPage({ card, history, grades, prints }, readChoice(parameters), this.pages),
      ),
    );
  }

  /** Serves the population of a card as a page that other sites can show in a frame. */
  @Get('card/:id/embed')
  async embed(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const [card, grades] = await Promise.all([
      this.api.getCard(id, signal),
      this.api.listGrades(signal),
    ]);
    return this.pages.respond(reply, { from: [card, grades], headers: FRAMED_HEADERS }, () =>
      embedHtml(card, grades, this.pages),
    );
  }
}
