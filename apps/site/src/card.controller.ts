import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
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

  /** Serves the page of a card, by its universal card id or the id of a grader card. */
  @Get('card/:id')
  async card(
    @Param('id') id: string,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const known = this.api.getCard(id, signal);
    const [card, prints, history, grades] = await Promise.all([
      known,
      partOf(known.then((each) => this.api.findPrints(each, signal))),
      partOf(this.api.getCardHistory(id, signal)),
      this.api.listGrades(signal),
    ]);
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
