import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, isSettled, partOf } from './api.js';
import { cardPage } from './card.view.js';
import { Pages } from './pages.js';

@Controller()
export class CardController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** A card, by its universal id or by that of a grader's entry. */
  @Get('card/:id')
  async card(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.patience();
    const { client } = this.api;
    const [card, history, grades] = await Promise.all([
      client.getCard(id, { auto_split: true }, { signal }),
      partOf(client.getCardHistory(id, {}, { signal })),
      this.api.listGrades(signal),
    ]);
    const page = cardPage(card.card_id ?? id, { card, history, grades }, this.pages.apiUrl);
    return this.pages.html(reply, page, history.value !== undefined || isSettled(history.error));
  }
}
