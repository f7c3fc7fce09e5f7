import type { Activity, CardHistory, CardSet, ListPage, Movers } from '@gcd/client';
import type { VNode } from 'preact';
import { ActivityFigure, wholePeriods } from './activity.view.js';
import { cardPath } from './addresses.js';
import type { Part } from './api.js';
import { CertForm } from './cert-form.view.js';
import { day, number, gemRate } from './format.js';
import { SITE_NAME } from './head.view.js';
import { historyDays, historyPeriods } from './history.js';
import { PeriodsFigure } from './history.view.js';
import { MoversTable } from './movers.view.js';
import { pathWith } from './page-links.view.js';
import type { Page } from './page.js';
import { Fact } from './page.view.js';
import { SearchForm } from './search-form.view.js';
import { SetsTable } from './sets.view.js';

const MAX_ROWS = 8;
const PERIODS = 13;
const EXAMPLES = ['charizard', 'pikachu promo', 'mewtwo holo'];

export interface HomeParts {
  readonly movers: Part<Movers>;
  readonly sets: Part<ListPage<CardSet>>;
  /** Totals, and the copies graded per week. */
  readonly activity: Part<Activity>;
  /** The history of the first mover; empty if no card moved. */
  readonly example: Part<readonly CardHistory[]>;
}

type Mover = Movers['results'][number];

export const homePage = ({ movers, sets, activity, example }: HomeParts): Page => {
  const [mover, history] = [movers.value?.results[0], example.value?.[0]];
  return {
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
              How many copies of a card each grader has graded, by grade, with three years of
              history. For collectors, dealers and developers.
            </p>
            <SearchForm />
            <p class="tries">
              <span class="quiet">Try</span>
              {EXAMPLES.map((query) => (
                <a href={pathWith('/', { query })}>{query}</a>
              ))}
            </p>
          </div>
          {mover && history && <Example mover={mover} history={history} />}
        </section>
        {activity.value && <Numbers activity={activity.value} sets={sets.value} />}
        <div class="ways">
          {movers.value && movers.value.results.length > 0 && (
            <section aria-labelledby="movers">
              <h2 id="movers">Most graded in the last 7 days</h2>
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
              Everything on this site is available as JSON: certs, populations, history, search and
              a change feed. <a href="/keys">Get an API key</a>
            </p>
          </section>
        </div>
      </div>
    ),
  };
};

/** Renders the totals of the data, and a chart of the copies graded per week in the last year. */
function Numbers({
  activity,
  sets,
}: {
  activity: Activity;
  sets: ListPage<CardSet> | undefined;
}): VNode {
  const { totals, as_of } = activity;
  const weeks = wholePeriods(activity);
  const last = weeks.at(-1);
  return (
    <section class="numbers" aria-label="Totals">
      <dl class="summary spaced">
        <Fact label="Graded copies">{number(totals.total_population)}</Fact>
        <Fact label="Cards">{number(totals.cards)}</Fact>
        {sets && <Fact label="Sets">{number(sets.pagination.total)}</Fact>}
        <Fact label="Certs">{number(totals.certs)}</Fact>
      </dl>
      {last && <ActivityFigure interval="week" periods={weeks} shown={last} />}
      <p class="quiet">Data up to {day(as_of)}</p>
    </section>
  );
}

/** Renders the card with the most copies added in the last 7 days, with a chart of the copies added in the last year. */
function Example({ mover, history }: { mover: Mover; history: CardHistory }): VNode {
  const graders = history.population.graders_included;
  const periods = historyPeriods(historyDays(history.population, graders)).slice(-PERIODS);
  return (
    <section aria-labelledby="example">
      <p class="eyebrow">Most copies added</p>
      <h2 id="example">
        <a href={cardPath(mover)}>{mover.display_name}</a>
      </h2>
      <dl class="summary">
        <Fact label="Last 7 days">+{number(mover.added)}</Fact>
        <Fact label="Graded copies">{number(mover.total_population)}</Fact>
        <Fact label="Gem rate">{gemRate(mover.gem_total, mover.total_population)}</Fact>
      </dl>
      {periods.length > 0 && <PeriodsFigure periods={periods} graders={graders} />}
    </section>
  );
}
