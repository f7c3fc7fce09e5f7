import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { periodPath, wholePeriods } from './activity.view.js';
import { Api, partOf } from './api.js';
import { Pages } from './pages.js';
import { sitemap, sitemapIndex } from './sitemap.js';

const XML = 'application/xml; charset=utf-8';
const DAY = 'public, max-age=86400';

/** Serves the files that search engines read: `robots.txt` and the sitemaps. */
@Controller()
export class CrawlersController {
  constructor(
    private readonly api: Api,
    private readonly pages: Pages,
  ) {}

  @Get('robots.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', DAY)
  robots(): string {
    // Paths that crawlers must not request. Search results only repeat what the pages of sets list, and every request
    // counts against the quota of the site's key.
    const excluded = [
      '/?query=',
      '/*&query=',
      '/?q=',
      '/search',
      '/suggest',
      '/watch/',
      '/cert?',
      '/sets?*query=',
      '/name/*?',
      '/*/feed.xml',
    ];
    return [
      'User-agent: *',
      ...excluded.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${this.pages.siteUrl}/sitemap.xml`,
      '',
    ].join('\n');
  }

  /** Serves the sitemap index, which lists one sitemap for each page of the list of sets. */
  @Get('sitemap.xml')
  @Header('content-type', XML)
  @Header('cache-control', DAY)
  async index(): Promise<string> {
    const { pagination } = await this.api.listSets({ page: 1 }, this.api.begin());
    return sitemapIndex(this.pages.siteUrl, Math.max(1, pagination.total_pages));
  }

  /** Serves a sitemap with 50 sets, whose pages link to their cards. */
  @Get('sitemaps/:name')
  @Header('content-type', XML)
  @Header('cache-control', DAY)
  async sitemap(@Param('name') name: string): Promise<string> {
    const page = Number(/^sets-([1-9]\d{0,5})\.xml$/.exec(name)?.[1]);
    if (!page) throw new NotFoundException();
    const { items } = await this.api.listSets({ page }, this.api.begin());
    if (items.length === 0 && page > 1) throw new NotFoundException();
    const others = page === 1 ? ['/', '/sets', '/movers', '/keys', ...(await this.periods())] : [];
    return sitemap(this.pages.siteUrl, others, items);
  }

  /** Returns the paths of the pages of weeks and months. */
  private async periods(): Promise<string[]> {
    const paths = (['week', 'month'] as const).map(async (interval) => {
      const { value } = await partOf(this.api.getActivity({ interval }, this.api.begin()));
      return value ? wholePeriods(value).map((period) => periodPath(interval, period)) : [];
    });
    return (await Promise.all(paths)).flat();
  }
}
