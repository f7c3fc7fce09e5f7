import type { ComponentChildren } from 'preact';

/** The parts of a page that differ from page to page. */
export interface Page {
  readonly title: string;
  readonly body: ComponentChildren;
  /** Describes the page in one sentence, for search engines and link previews. */
  readonly description?: string | undefined;
  /** The search text in the search box. */
  readonly query?: string;
  /** Section of the navigation to which the page belongs. */
  readonly section?: Section;
  /** The path under which search engines should list the page; undefined if they should not list it. */
  readonly canonical?: string | undefined;
  /** Path of the PNG for link previews. */
  readonly image?: string;
  /** What the page is about, in terms of schema.org. */
  readonly linkedData?: (siteUrl: string) => object;
  /** True if search engines should not index the page. */
  readonly isPassing?: boolean;
  /** True if the search box is part of the page instead of the header. */
  readonly hasSearch?: boolean;
}

/** A section of the navigation. */
export type Section = 'sets' | 'movers' | 'keys';

/** Settings that all pages share. */
export interface Frame {
  /** Public URL of the API. */
  readonly apiUrl: string;
  /** Public URL of the site. */
  readonly siteUrl: string;
  /** Origins of images that pages show. */
  readonly imageOrigins: readonly string[];
  /** Whether the numbers are generated. */
  readonly isSample: boolean;
}
