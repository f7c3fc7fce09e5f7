import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { cardPath, pageIdOf, setPath } from './addresses.js';
import { Api } from './api.js';
import { atomFeed, MAX_FEED_CARDS } from './feed.js';
import { cacheControl } from './headers.js';
import { namePath } from './name.js';
import { Pages } from './pages.js';

const HEADERS = {
  'content-type': 'application/atom+xml; charset=utf-8',
  'cache-control': cacheControl(true),
};

/** Serves Atom feeds with the changes of a card, and of the most graded cards of a set or a name. */
@Controller()
export class FeedController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  @Get('card/:id/feed.xml')
  async card(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const card = await this.api.getCard(id, signal);
    const subject = { title: card.display_name, path: cardPath(card) };
    return this.feed(reply, `/card/${pageIdOf(card)}`, subject, [card], signal);
  }

  @Get('sets/:id/feed.xml')
  async set(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const { client } = this.api;
    const [set, { items }] = await Promise.all([
      this.api.reuse(['set', id], () => client.getSet(id, { signal })),
      this.api.reuse(['most graded', id], () =>
        client.listSetCards(id, { sort: 'population' }, { signal }),
      ),
    ]);
    const subject = { title: set.display_name, path: setPath(set) };
    return this.feed(reply, `/sets/${set.set_id}`, subject, items, signal);
  }

  @Get('name/:slug/feed.xml')
  async name(
    @Param('slug') slug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const { name, cards } = await this.api.findNamed(slug, '', signal);
    const path = namePath(name);
    if (!path || cards.length === 0) throw new NotFoundException();
    const sorted = cards.toSorted((one, other) => other.total_population - one.total_population);
    return this.feed(reply, path, { title: `${name} cards`, path }, sorted, signal);
  }

  private async feed(
    reply: FastifyReply,
    base: string,
    subject: { readonly title: string; readonly path: string },
    cards: readonly Parameters<typeof pageIdOf>[0][],
    signal: AbortSignal,
  ): Promise<string> {
    const ids = cards.slice(0, MAX_FEED_CARDS).map(pageIdOf);
    const batch = await this.api.getCards(ids, signal);
    return this.pages.file(reply, { from: [batch], headers: HEADERS }, () =>
      atomFeed({ ...subject, feedPath: `${base}/feed.xml` }, batch.cards, this.pages.siteUrl),
    );
  }
}
