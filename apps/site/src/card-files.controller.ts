import { Controller, Get, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api } from './api.js';
import { badge } from './badge.view.js';
import { type CardChoice, readChoice } from './card.js';
import { CHART_FILES, type FileSource } from './card-files.js';
import { fileName } from './addresses.js';
import { CSV, cacheControl, SHARED_HEADERS, SVG } from './headers.js';
import { Pages } from './pages.js';
import { cardPreview } from './previews.js';

const CACHED = { 'cache-control': cacheControl(true) };

/** Serves files about a card: charts, chart values, a badge and an image for link previews. */
@Controller()
export class CardFilesController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Serves the totals of a card as an SVG image that other sites can include. */
  @Get('card/:id/badge.svg')
  async badge(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const card = await this.api.getCard(id, this.api.begin());
    const headers = { ...SHARED_HEADERS, 'content-type': SVG, ...CACHED };
    return this.pages.file(reply, { from: [card], headers }, () => badge(card));
  }

  /** Serves the population of a card as an image for link previews. */
  @Get('card/:id/image.png')
  async image(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | ''> {
    const signal = this.api.begin();
    const [card, grades] = await Promise.all([
      this.api.getCard(id, signal),
      this.api.listGrades(signal),
    ]);
    return this.pages.image(reply, [card, grades], () =>
      cardPreview(card, grades, this.pages.isSample),
    );
  }

  /** Serves a chart as SVG, or its values as CSV. */
  @Get('card/:id/:file')
  async file(
    @Param('id') id: string,
    @Param('file') file: string,
    @Query() parameters: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const write = CHART_FILES.get(file);
    if (!write) throw new NotFoundException();
    const source = await this.source(id, file, readChoice(parameters));
    const { card, history, grades } = source;
    const headers = {
      'content-type': file.endsWith('.csv') ? CSV : SVG,
      'content-disposition': `inline; filename="${fileName(card.display_name, file, card.population.population_data.data_last_updated)}"`,
      ...CACHED,
    };
    return this.pages.file(reply, { from: [card, history, grades], headers }, () => write(source));
  }

  private async source(id: string, file: string, choice: CardChoice): Promise<FileSource> {
    const signal = this.api.begin();
    const [card, history, grades] = await Promise.all([
      this.api.getCard(id, signal),
      // The `grades.*` files contain no history, so do not request it.
      file.startsWith('grades.') ? undefined : this.api.getCardHistory(id, signal),
      this.api.listGrades(signal),
    ]);
    return { card, history, grades, choice, siteUrl: this.pages.siteUrl };
  }
}
