import type { CardSetDetails, ListPage, SetCard } from '@gcd/client';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { fileName, idIn, setPath } from './addresses.js';
import { Api, partOf } from './api.js';
import { cacheControl, CSV } from './headers.js';
import { moversPage } from './movers.view.js';
import { Pages, sourceOf } from './pages.js';
import { setPreview } from './previews.js';
import { given, pageOf, textOf } from './query.js';
import { MAX_CSV_PAGES, setCsv } from './set-csv.js';
import { queryOf, type SetChoice, setPage } from './set.view.js';
import { setsPage, setsSort } from './sets.view.js';

type Parameters = Record<string, unknown>;

/** Reads the choices on the page of a set. The values are not checked, because the API rejects unknown ones. */
const choiceOf = ({ sort, order, parallel, has_gem }: Parameters): SetChoice => ({
  sort: textOf(sort),
  order: textOf(order),
  parallel: textOf(parallel),
  has_gem: textOf(has_gem),
});

/** Serves pages about sets, and the page of the cards whose population grew the most. */
@Controller()
export class SetsController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Serves the list of sets, filtered by words, category and year. */
  @Get('sets')
  async sets(
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const filter = {
      query: textOf(parameters.query).trim(),
      category: textOf(parameters.category).trim(),
      year: textOf(parameters.year).trim(),
    };
    const query = { ...given(filter), page: pageOf(parameters) };
    const [sets, values] = await Promise.all([
      this.api.listSets(query, this.api.begin()),
      partOf(this.api.listFilterValues()),
    ]);
    const sort = setsSort(textOf(parameters.sort));
    return this.pages.respond(reply, sourceOf(sets, values), () =>
      this.pages.html(setsPage(sets, filter, sort, this.pages.apiUrl, values.value)),
    );
  }

  /** Redirects the id of a set to its page. */
  @Get('sets/:id')
  async find(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.pages.move(reply, setPath(await this.getSet(id, this.api.begin())));
  }

  /** Serves the page of a set. Only the id at the end of the address matters. */
  @Get('sets/:category/:set')
  async set(
    @Param('set') address: string,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const id = idIn(address);
    const signal = this.api.begin();
    const choice = choiceOf(parameters);
    const page = pageOf(parameters);
    const [set, cards] = await Promise.all([
      this.getSet(id, signal),
      this.listCards(id, choice, page, signal),
    ]);
    const path = setPath(set);
    if (reply.request.url.split('?')[0] !== path) return this.pages.move(reply, path);
    return this.pages.respond(reply, { from: [set, cards] }, () =>
      this.pages.html(setPage(set, cards, choice, this.pages.apiUrl)),
    );
  }

  /** Serves the totals of a set as an image for link previews. */
  @Get('sets/:id/image.png')
  async image(
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | ''> {
    const set = await this.getSet(id, this.api.begin());
    return this.pages.image(reply, [set], () => setPreview(set, this.pages.isSample));
  }

  /** Serves the cards of a set as CSV, in the order and with the filters of the page. */
  @Get('sets/:id/cards.csv')
  async csv(
    @Param('id') id: string,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const signal = this.api.begin();
    const choice = choiceOf(parameters);
    const [set, first] = await Promise.all([
      this.getSet(id, signal),
      this.listCards(id, choice, 1, signal),
    ]);
    const pages = [first];
    for (let page = 2; page <= Math.min(MAX_CSV_PAGES, first.pagination.total_pages); page += 1) {
      pages.push(await this.listCards(id, choice, page, signal));
    }
    const name = fileName(set.display_name, 'cards.csv', set.last_population_change);
    const headers = {
      'content-type': CSV,
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': cacheControl(true),
    };
    return this.pages.file(reply, { from: [set, ...pages], headers }, () =>
      setCsv(
        set,
        pages.flatMap(({ items }) => items),
        this.pages.siteUrl,
      ),
    );
  }

  private listCards(
    id: string,
    choice: SetChoice,
    page: number,
    signal: AbortSignal,
  ): Promise<ListPage<SetCard>> {
    return this.api.reuse(['set cards', id, choice, page], () =>
      this.api.client.listSetCards(id, { ...queryOf(choice), page }, { signal }),
    );
  }

  private getSet(id: string, signal: AbortSignal): Promise<CardSetDetails> {
    return this.api.reuse(['set', id], () => this.api.client.getSet(id, { signal }));
  }

  /** Serves the cards whose population grew the most in a week or a month. */
  @Get('movers')
  async movers(
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const choice = {
      window: (textOf(parameters.window) || 'week') as 'week',
      metric: (textOf(parameters.metric) || 'copies') as 'copies',
      category: textOf(parameters.category).trim(),
    };
    const { window, metric, category } = choice;
    const query = { window, metric, ...given({ category }) };
    const [movers, values] = await Promise.all([
      this.api.listMovers(query, this.api.begin()),
      partOf(this.api.listFilterValues()),
    ]);
    return this.pages.respond(reply, sourceOf(movers, values), () =>
      this.pages.html(moversPage(movers, choice, this.pages.apiUrl, values.value)),
    );
  }
}
