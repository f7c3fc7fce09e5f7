import type { Card, CardHistory, GradeRow } from '@gcd/client';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api, isSettled, partOf } from './api.js';
import { type CardAnswers, cardPage } from './card.view.js';
import { Pages } from './pages.js';

/** A page with the answers that it was made of. */
interface Made {
  readonly history: CardHistory | undefined;
  readonly grades: readonly GradeRow[];
  readonly html: string;
}

@Controller()
export class CardController {
  /** Pages whose answers are kept: while these have not changed they are the same objects, and so is the page. */
  private readonly made = new WeakMap<Card, Made>();

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
    const signal = this.api.begin();
    const { client } = this.api;
    const [card, history, grades] = await Promise.all([
      client.getCard(id, { auto_split: true }, { signal }),
      partOf(client.getCardHistory(id, {}, { signal })),
      this.api.listGrades(signal),
    ]);
    const isWhole = history.value !== undefined || isSettled(history.error);
    return this.pages.answer(reply, this.html({ card, history, grades }), isWhole);
  }

  private html(answers: CardAnswers): string {
    const { card, history, grades } = answers;
    const made = this.made.get(card);
    if (made && history.value && made.history === history.value && made.grades === grades) {
      return made.html;
    }
    const html = this.pages.html(cardPage(answers, this.pages.apiUrl));
    this.made.set(card, { history: history.value, grades, html });
    return html;
  }
}
