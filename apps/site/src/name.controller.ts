import { Controller, Get, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Api } from './api.js';
import { namePath } from './name.js';
import { namePage } from './name.view.js';
import { Pages } from './pages.js';
import { namePreview } from './previews.js';
import { textOf } from './query.js';

/** Serves the page of a name, with all cards of a character or player. */
@Controller()
export class NameController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  @Get('name/:slug')
  async name(
    @Param('slug') slug: string,
    @Query() parameters: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const [year, sort] = [textOf(parameters.year), textOf(parameters.sort)];
    const found = await this.api.findNamed(slug, year, this.api.begin());
    const path = namePath(found.name);
    if (!path || (found.cards.length === 0 && year === '')) throw new NotFoundException();
    return this.pages.respond(reply, { from: [found] }, () =>
      this.pages.html(namePage(found, { path, year, sort }, this.pages.apiUrl)),
    );
  }

  /** Serves the totals of a name as an image for link previews. */
  @Get('name/:slug/image.png')
  async image(
    @Param('slug') slug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | ''> {
    const found = await this.api.findNamed(slug, '', this.api.begin());
    if (found.cards.length === 0) throw new NotFoundException();
    return this.pages.image(reply, [found], () => namePreview(found, this.pages.isSample));
  }
}
