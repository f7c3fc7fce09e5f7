import type { Card, CardHistory, GradeMapRow } from '@gcd/client';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, isSettled, partOf } from './api.js';
import { type CardChoice, type CardResponses, readChoice } from './card.js';
import { cardPage } from './card.view.js';
import { embedHtml } from './embed.view.js';
import { FRAMED_HEADERS } from './headers.js';
import { Pages } from './pages.js';

type Parameters = Record<string, unknown>;

/** A rendered page and the API responses it was built from. */
interface Rendered {
  readonly history: CardHistory | undefined;
  readonly grades: readonly GradeMapRow[];
  readonly choice: CardChoice;
  readonly html: string;
}

@Controller()
export class CardController {
  /** The last page rendered for each card. A page is reused while the responses are the same objects. */
  private readonly rendered = new WeakMap<Card, Rendered>();

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
    const [card, history, grades] = await Promise.all([
      this.api.getCard(id, signal),
      partOf(this.api.getCardHistory(id, signal)),
      this.api.listGrades(signal),
    ]);
    const isWhole = history.value !== undefined || isSettled(history.error);
    const html = this.html({ card, history, grades }, readChoice(parameters));
    return this.pages.answer(reply, html, isWhole);
  }

  /** Serves the population of a card for frames on other sites. */
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
    reply.headers(FRAMED_HEADERS);
    return this.pages.answer(reply, embedHtml(card, grades, this.pages));
  }

  private html(responses: CardResponses, choice: CardChoice): string {
    const { card, history, grades } = responses;
    const last = this.rendered.get(card);
    const isSame =
      last &&
      history.value &&
      last.history === history.value &&
      last.grades === grades &&
      last.choice.grader === choice.grader &&
      last.choice.style === choice.style;
    if (isSame) return last.html;
    const html = this.pages.html(cardPage(responses, choice, this.pages));
    this.rendered.set(card, { history: history.value, grades, choice, html });
    return html;
  }
}
