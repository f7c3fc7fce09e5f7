import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Head, SITE_NAME } from './head.view.js';
import type { Frame, Page, Section } from './page.js';
import { SearchForm } from './search-form.view.js';

const NAVIGATION: readonly (readonly [Section, string])[] = [
  ['sets', 'Sets'],
  ['movers', 'Movers'],
  ['watch', 'Watch list'],
  ['keys', 'API'],
];

/** Renders the whole page as HTML. JSX escapes all values. */
export function toHtml(page: Page, frame: Frame): string {
  return `<!doctype html>${renderToString(<Document page={page} frame={frame} />)}`;
}

function Document({ page, frame }: { page: Page; frame: Frame }): VNode {
  return (
    <html lang="en">
      <Head page={page} siteUrl={frame.siteUrl} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header>
          {frame.isSample && (
            <p class="banner">
              Sample data: the numbers are generated. Do not use them to price cards.
            </p>
          )}
          <div class="top">
            <a class="brand" href="/">
              {SITE_NAME}
            </a>
            <nav aria-label="Main">
              {NAVIGATION.map(([section, name]) => (
                <a
                  href={`/${section}`}
                  aria-current={page.section === section ? 'page' : undefined}
                >
                  {name}
                </a>
              ))}
            </nav>
            {!page.hasSearch && <SearchForm query={page.query} />}
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {page.body}
          {page.feed && (
            <p class="feed">
              <a href={page.feed}>Feed of changes</a> for a feed reader
            </p>
          )}
        </main>
        <footer class="bottom">
          <p>
            All data comes from a public API:{' '}
            <a href={`${frame.apiUrl}/docs`}>reference and guides</a>, <a href="/keys">get a key</a>
            . Not affiliated with any grader.
          </p>
        </footer>
      </body>
    </html>
  );
}

/** Renders a label and its value in a definition list. */
export function Fact({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders breadcrumbs from the home page to the current page. @param trail names and paths, outermost first */
export function Breadcrumbs({
  trail,
}: {
  trail: readonly (readonly [name: string, path: string])[];
}): VNode {
  return (
    <nav class="crumbs" aria-label="Breadcrumbs">
      <ol>
        {trail.map(([name, path]) => (
          <li>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
