import type { ComponentChildren } from 'preact';

/** The content and metadata of a single page. */
export interface Page {
  readonly title: string;
  readonly body: ComponentChildren;
  /** A one-sentence description of the page for search engines and link previews. */
  readonly description?: string | undefined;
  /** The current text in the search box. */
  readonly query?: string;
  /** Navigation section that the page belongs to. */
  readonly section?: Section;
  /** Canonical path for search engines; undefined if they should not list the page. */
  readonly canonical?: string | undefined;
  /** Path of the PNG for link previews, if the page has its own. */
  readonly image?: string;
  /** Path of the Atom feed with the changes of the page's subject. */
  readonly feed?: string;
  /** Returns a description of the page's subject in the vocabulary of schema.org. */
  readonly linkedData?: (siteUrl: string) => object;
  /** Whether to tell search engines not to index the page. */
  readonly isNoindex?: boolean;
  /** Whether the search box is in the page itself instead of the header. */
  readonly hasSearch?: boolean;
}

export type Section = 'sets' | 'movers' | 'watch' | 'keys';

/** Settings that all pages share. */
export interface Frame {
  readonly apiUrl: string;
  readonly siteUrl: string;
  /** Origins of images that pages show. */
  readonly imageOrigins: readonly string[];
  /** URL of a search for sold listings, in which `{query}` is replaced; empty if pages do not link to any. */
  readonly soldListingsUrl: string;
  /** Whether the numbers on the site are those of the sample dataset, most of which are generated. */
  readonly isSample: boolean;
}
