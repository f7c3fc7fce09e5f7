import type { VNode } from 'preact';
import { assetUrl, FONT_URL } from './assets.js';
import type { Page } from './page.js';

/** The name of the site in titles and shared links. */
export const SITE_NAME = 'Graded cards';

const DESCRIPTION =
  'Population reports of graded trading cards: counts by grade from PSA, Beckett, SGC and CGC, with three years of history.';

/** Renders the metadata of a page for browsers, search engines and link previews. */
export function Head({ page, siteUrl }: { page: Page; siteUrl: string }): VNode {
  const { title, description = DESCRIPTION, canonical, image = '/image.png' } = page;
  const url = canonical === undefined ? undefined : siteUrl + canonical;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === SITE_NAME ? title : `${title} · ${SITE_NAME}`}</title>
      <meta name="description" content={description} />
      {page.isNoindex && <meta name="robots" content="noindex" />}
      {url && <link rel="canonical" href={url} />}
      {url && !page.isNoindex && (
        <>
          <meta property="og:site_name" content={SITE_NAME} />
          <meta property="og:type" content="website" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={siteUrl + image} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {page.feed && (
        <link
          rel="alternate"
          type="application/atom+xml"
          title={`Changes of ${title}`}
          href={page.feed}
        />
      )}
      {page.linkedData && <LinkedData value={page.linkedData(siteUrl)} />}
      <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
      <link rel="preload" href={FONT_URL} as="font" type="font/woff2" crossOrigin="anonymous" />
      <link rel="stylesheet" href={assetUrl('site.css')} />
      <script src={assetUrl('site.js')} defer />
    </head>
  );
}

/** Renders a JSON-LD block. Browsers do not execute blocks of this type, so the Content-Security-Policy allows it. */
function LinkedData({ value }: { value: object }): VNode {
  // The JSON must not contain `<`, so that it cannot close the script element.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Describes breadcrumbs in the vocabulary of schema.org. @param trail names and paths, outermost first */
export function breadcrumbs(
  siteUrl: string,
  trail: readonly (readonly [name: string, path: string])[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}
