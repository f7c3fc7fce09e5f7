import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { assetUrl, FONT_URL } from './assets.js';

/** A page without what all pages have. */
export interface Page {
  readonly title: string;
  readonly body: ComponentChildren;
  /** What was searched for. */
  readonly query?: string;
  /** The part of the navigation that leads here. */
  readonly section?: 'sets' | 'movers';
  /** Path of the same page under its own name, where it is reached by several. */
  readonly canonical?: string | undefined;
  /** Whether search engines should leave it out. */
  readonly isPassing?: boolean;
}

/** The whole page as HTML. JSX escapes whatever is put into it: nothing here makes HTML of a string. */
export function toHtml(page: Page, docsUrl: string): string {
  return `<!doctype html>${renderToString(<Document page={page} docsUrl={docsUrl} />)}`;
}

function Document({ page, docsUrl }: { page: Page; docsUrl: string }): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {page.isPassing && <meta name="robots" content="noindex" />}
        <title>{`${page.title} · Graded cards`}</title>
        {page.canonical && <link rel="canonical" href={page.canonical} />}
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        <link rel="preload" href={FONT_URL} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assetUrl('site.css')} />
        <script src={assetUrl('site.js')} defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href="/">
            Graded cards
          </a>
          <nav aria-label="Main">
            {(['sets', 'movers'] as const).map((section) => (
              <a href={`/${section}`} aria-current={page.section === section ? 'page' : undefined}>
                {section === 'sets' ? 'Sets' : 'Movers'}
              </a>
            ))}
          </nav>
          <search>
            <form action="/" class="find">
              <label class="unseen" for="query">
                Search cards
              </label>
              <input
                id="query"
                type="search"
                name="query"
                value={page.query ?? ''}
                maxLength={200}
                placeholder="1999 charizard 4/102"
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
                enterKeyHint="search"
              />
              <button type="submit">Search</button>
            </form>
            <p id="told" class="unseen" role="status" />
          </search>
        </header>
        <main id="main" tabIndex={-1}>
          {page.body}
        </main>
        <footer class="bottom">
          <p>
            Every figure is an answer of the API. <a href={docsUrl}>Its reference</a> says how to
            make the calls with a key of your own.
          </p>
        </footer>
      </body>
    </html>
  );
}

/** The API call that a part of a page was made from. */
export function ApiCall({ apiUrl, target }: { apiUrl: string; target: string }): VNode {
  return (
    <p class="call">
      <span>API call</span>
      <a href={apiUrl + target}>
        <code>GET {target}</code>
      </a>
    </p>
  );
}

/** Label and value, for a list of facts. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
