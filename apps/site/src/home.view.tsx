import type { ListPage, Movers, CardSet } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { CertForm } from './cert-form.view.js';
import { day, number } from './format.js';
import { SITE_NAME } from './head.view.js';
import { MoversTable } from './movers.view.js';
import { pathWith } from './page-links.view.js';
import type { Page } from './page.js';
import { SearchForm } from './search-form.view.js';
import { SetsTable } from './sets.view.js';

const MAX_ROWS = 8;
const EXAMPLES = ['charizard', 'pikachu promo', 'mewtwo holo'];

export interface HomeParts {
  readonly movers: Part<Movers>;
  readonly sets: Part<ListPage<CardSet>>;
}

export const homePage = ({ movers, sets }: HomeParts): Page => ({
  title: SITE_NAME,
  canonical: '/',
  hasSearch: true,
  linkedData: (siteUrl) => ({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: SITE_NAME,
    url: `${siteUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${siteUrl}/?query={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }),
  body: (
    <div class="home">
      <section class="hero">
        <div>
          <p class="eyebrow">PSA · Beckett · SGC · CGC</p>
          <h1>Population reports of graded cards</h1>
          <p>
            How many copies of a card each grader has graded, by grade, with three years of history.
            For collectors, dealers and developers.
          </p>
          <SearchForm />
          <p class="tries">
            <span class="quiet">Try</span>
            {EXAMPLES.map((query) => (
              <a href={pathWith('/', { query })}>{query}</a>
            ))}
          </p>
        </div>
        <Ornament />
      </section>
      <DataSummary movers={movers.value} sets={sets.value} />
      <div class="ways">
        {movers.value && movers.value.results.length > 0 && (
          <section aria-labelledby="movers">
            <h2 id="movers">Most graded this week</h2>
            <MoversTable movers={movers.value.results.slice(0, MAX_ROWS)} />
            <p class="onward">
              <a href="/movers">All movers</a>
            </p>
          </section>
        )}
        {sets.value && sets.value.items.length > 0 && (
          <section aria-labelledby="sets">
            <h2 id="sets">Largest sets</h2>
            <SetsTable sets={sets.value.items.slice(0, MAX_ROWS)} isShort />
            <p class="onward">
              <a href="/sets">All sets</a>
            </p>
          </section>
        )}
        <section aria-labelledby="cert">
          <h2 id="cert">Look up a cert</h2>
          <p>
            The number is on the label of the graded copy. The page of the cert shows how many
            copies have the same grade or a higher one.
          </p>
          <CertForm />
        </section>
        <section aria-labelledby="api">
          <h2 id="api">Use the data</h2>
          <p>
            Everything on this site is available as JSON: certs, populations, history, search and a
            change feed. <a href="/keys">Get an API key</a>
          </p>
        </section>
      </div>
    </div>
  ),
});

function DataSummary({
  movers,
  sets,
}: {
  movers: Movers | undefined;
  sets: ListPage<CardSet> | undefined;
}): VNode | null {
  if (!movers && !sets) return null;
  return (
    <p class="data-summary quiet">
      {movers && <span>Data up to {day(movers.window.end)}</span>}
      {sets && <span>{number(sets.pagination.total)} sets</span>}
    </p>
  );
}

// Heights of the bars in a picture of a typical population, with few low grades and many copies graded 9.
const HEIGHTS = [5, 7, 9, 13, 18, 27, 40, 66, 100, 58];

function Ornament(): VNode {
  return (
    <svg class="ornament" viewBox="0 0 200 116" aria-hidden="true">
      {HEIGHTS.map((height, index) => (
        <>
          <rect x={index * 20} y={102 - height} width="17" height={height} rx="1.5" />
          <text x={index * 20 + 8.5} y="113">
            {index + 1}
          </text>
        </>
      ))}
    </svg>
  );
}
