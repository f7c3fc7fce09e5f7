import type { ComponentChildren } from 'preact';

/** A page without what all pages have. */
export interface Page {
  readonly title: string;
  readonly body: ComponentChildren;
  /** What the page shows, in one sentence, for search engines and link previews. */
  readonly description?: string | undefined;
  /** What was searched for. */
  readonly query?: string;
  /** The part of the navigation that leads here. */
  readonly section?: Section;
  /** The path under which search engines list the page; undefined if they do not. */
  readonly canonical?: string | undefined;
  /** Path of a PNG for link previews. */
  readonly image?: string;
  /** What the page is about, in the terms of schema.org. */
  readonly linkedData?: (siteUrl: string) => object;
  /** Whether search engines should leave it out. */
  readonly isPassing?: boolean;
  /** Whether the page itself has the search box, in place of its header. */
  readonly hasSearch?: boolean;
}

/** A part of the navigation. */
export type Section = 'sets' | 'movers' | 'keys';

/** What is the same on all pages. */
export interface Frame {
  /** The API as visitors reach it. */
  readonly apiUrl: string;
  /** The site as visitors reach it. */
  readonly siteUrl: string;
  /** Whether the figures are generated. */
  readonly isSample: boolean;
}
