import type { CardSet } from '@gcd/client';
import { setPath } from './addresses.js';

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SET_PAGE_SIZE = 100;

/** Renders the index of the sitemaps for sets. @param count number of sitemaps */
export function sitemapIndex(siteUrl: string, count: number): string {
  const entries = Array.from(
    { length: count },
    (_none, index) => `<sitemap><loc>${siteUrl}/sitemaps/sets-${index + 1}.xml</loc></sitemap>`,
  );
  return `${HEADER}<sitemapindex xmlns="${XMLNS}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/**
 * Renders a sitemap for sets, which lists every page of each set.
 * @param paths paths of other pages to list first
 */
export function sitemap(
  siteUrl: string,
  paths: readonly string[],
  sets: readonly CardSet[],
): string {
  const all = [...paths, ...sets.flatMap(pagesOf)];
  const entries = all.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`);
  return `${HEADER}<urlset xmlns="${XMLNS}">\n${entries.join('\n')}\n</urlset>\n`;
}

function pagesOf(set: CardSet): string[] {
  const count = Math.max(1, Math.ceil(set.cards / SET_PAGE_SIZE));
  return Array.from({ length: count }, (_none, index) =>
    index === 0 ? setPath(set) : `${setPath(set)}?page=${index + 1}`,
  );
}
