import { CertNotFoundError, type Movers, type SearchFilter } from '@gcd/client';
import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageIdOf } from './addresses.js';
import { Api, isSettled, MAX_SEARCH_PAGE, partOf } from './api.js';
import { certGuesses } from './cert-guess.js';
import { codeOf } from './failure.js';
import { cacheControl } from './headers.js';
import { type HomeParts, homePage } from './home.view.js';
import { pathWith } from './page-links.view.js';
import { Pages, sourceOf } from './pages.js';
import { sitePreview } from './previews.js';
import { given, pageOf, textOf } from './query.js';
import { type SearchChoice, searchPage } from './search.view.js';

// Timeout in milliseconds for optional data of the home page. It is short, so that this data does not delay the page.
const HOME_TIMEOUT_MS = 1500;
const SUGGEST_TIMEOUT_MS = 1000;

type Parameters = Record<string, unknown>;

/** A suggested search text, with the URL of its page. */
interface Suggestion {
  readonly text: string;
  readonly kind: 'card' | 'set' | 'query';
  readonly url: string;
}

@Controller()
export class SearchController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  /** Serves the home page. With `query`, serves the search results, or redirects to the cert with that number. */
  @Get()
  async search(
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const choice = {
      query: textOf(parameters.query).trim(),
      category: textOf(parameters.category).trim(),
      year: textOf(parameters.year).trim(),
      grader: textOf(parameters.grader).trim(),
      sort: textOf(parameters.sort),
    };
    if (choice.query === '') return this.home(reply);
    const signal = this.api.begin();
    const cert = await this.findCert(choice.query, signal);
    if (cert) return this.pages.redirect(reply, cert);
    const page = pageOf(parameters);
    if (Number.isInteger(page) && page > MAX_SEARCH_PAGE) {
      return this.pages.redirect(
        reply,
        pathWith('/', { ...choice, page: String(MAX_SEARCH_PAGE) }),
      );
    }
    const [found, values] = await Promise.all([
      this.findCards(choice, page, signal),
      partOf(this.api.listFilterValues()),
    ]);
    return this.pages.respond(reply, sourceOf(found, values), () =>
      this.pages.html(searchPage(found, choice, this.pages.apiUrl, values.value)),
    );
  }

  /** Serves the image for link previews of pages without their own. */
  @Get('image.png')
  image(@Res({ passthrough: true }) reply: FastifyReply): Buffer | '' {
    return this.pages.image(reply, [], sitePreview);
  }

  /** Redirects the URL that people guess for a search to the search page. */
  @Get('search')
  redirect(
    @Req() { url }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    return this.pages.redirect(reply, url.replace('/search', '/'));
  }

  /** Serves suggestions for a partially typed query. The list is empty while the API is unavailable. */
  @Get('suggest')
  @Header('cache-control', 'public, max-age=60')
  async suggest(
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Suggestion[]> {
    const query = textOf(parameters.query).trim().slice(0, 200);
    if (query === '') return [];
    try {
      const signal = this.api.begin(SUGGEST_TIMEOUT_MS);
      const { suggestions } = await this.api.reuse(['suggest', query], () =>
        this.api.client.suggestSearch({ query }, { signal }),
      );
      return suggestions.map(({ text, kind, card_id, set_id }) => ({
        text,
        kind,
        url: card_id
          ? `/card/${card_id}`
          : set_id
            ? `/sets/${set_id}`
            : `/?${new URLSearchParams({ query: text })}`,
      }));
    } catch {
      reply.header('cache-control', cacheControl(false));
      return [];
    }
  }

  private findCards(
    { query, category, year, grader, sort }: SearchChoice,
    page: number,
    signal: AbortSignal,
  ) {
    // The grader is not checked, because the API rejects unknown graders.
    const filter = given({ category, year, grader, sort }) as SearchFilter & {
      sort?: 'population';
    };
    return this.api.reuse(['search', query, filter, page], () =>
      this.api.client.searchSimple({ query, page, ...filter }, { signal }),
    );
  }

  /** If the query is a cert number, returns the URL of its page; otherwise undefined. */
  private async findCert(query: string, signal: AbortSignal): Promise<string | undefined> {
    for (const { grader, cert } of certGuesses(query)) {
      try {
        const found = await this.api.client.lookupCert(grader, cert, {}, { signal });
        return `/cert/${found.grader}/${encodeURIComponent(found.grader_data.cert)}`;
      } catch (error) {
        if (!(error instanceof CertNotFoundError)) throw error;
      }
    }
    return undefined;
  }

  /** Renders the home page. While the API is unavailable, the page consists of the search box and static text. */
  private async home(reply: FastifyReply): Promise<string> {
    const parts = await this.homeParts();
    const isWhole = Object.values(parts).every(({ value, error }) => value || isSettled(error));
    const from = Object.values(parts).flatMap(({ value, error }) => value ?? codeOf(error));
    return this.pages.respond(reply, { from, isWhole }, () => this.pages.html(homePage(parts)));
  }

  private async homeParts(): Promise<HomeParts> {
    try {
      const signal = this.api.begin(HOME_TIMEOUT_MS);
      const found = this.api.listMovers({ window: 'week', metric: 'copies' }, signal);
      const exampleOf = ({ results }: Movers) =>
        Promise.all(
          results.slice(0, 1).map((card) => this.api.getCardHistory(pageIdOf(card), signal)),
        );
      const [movers, sets, example, activity] = await Promise.all([
        partOf(found),
        partOf(this.api.listSets({ page: 1 }, signal)),
        partOf(found.then(exampleOf)),
        partOf(this.api.getActivity({ interval: 'week' }, signal)),
      ]);
      return { movers, sets, example, activity };
    } catch (error) {
      return { movers: { error }, sets: { error }, example: { error }, activity: { error } };
    }
  }
}
