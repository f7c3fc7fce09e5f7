import type { ComponentChildren } from 'preact';

/** A page without the parts that all pages share. */
export interface Page {
  readonly title: string;
  readonly body: ComponentChildren;
  /** What the page shows, in one sentence, for search engines and link previews. */
  readonly description?: string | undefined;
  /** The search text. */
  readonly query?: string;
  /** Section of the navigation that the page belongs to. */
  readonly section?: Section;
  /** The path under which search engines list the page; undefined if they do not. */
  readonly canonical?: string | undefined;
  /** Path of a PNG for link previews. */
  readonly image?: string;
  /** What the page is about, in the terms of schema.org. */
  readonly linkedData?: (siteUrl: string) => object;
  /** Whether search engines should not index it. */
  readonly isPassing?: boolean;
  /** Whether the page itself contains the search box, instead of the header. */
  readonly hasSearch?: boolean;
}

/** A part of the navigation. */
export type Section = 'sets' | 'movers' | 'keys';

/** Settings that all pages share. */
export interface Frame {
  /** Public URL of the API. */
  readonly apiUrl: string;
  /** Public URL of the site. */
  readonly siteUrl: string;
  /** Whether the numbers are generated. */
  readonly isSample: boolean;
}
