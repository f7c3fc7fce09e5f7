import type { SearchResult } from '@gcd/client';
import type { VNode } from 'preact';
import { pageIdOf } from './addresses.js';
import { ApiRequest } from './api-link.view.js';
import { CardLink } from './card-link.view.js';
import { Choice } from './choice.view.js';
import { number, gemRate } from './format.js';
import { type NamedCards, yearOf, yearsOf } from './name.js';
import { pathWith } from './page-links.view.js';
import type { Page } from './page.js';
import { Fact } from './page.view.js';
import { Cell, Scrolls } from './scrolls.view.js';

type Order = (one: SearchResult, other: SearchResult) => number;

const byPopulation: Order = (one, other) => other.total_population - one.total_population;

const SORTS: readonly (readonly [sort: string, text: string, order: Order])[] = [
  ['', 'Most graded', byPopulation],
  ['year', 'Oldest', (one, other) => yearOf(one) - yearOf(other)],
  ['gem_rate', 'Highest gem rate', (one, other) => other.gem_rate - one.gem_rate],
];

/** Renders the page with all cards of a character or player. @param path the path without query parameters */
export function namePage(
  { name, cards, query, isCut }: NamedCards,
  { path, year, sort }: Readonly<Record<'path' | 'year' | 'sort', string>>,
  apiUrl: string,
): Page {
  const [current, , order] = SORTS.find(([each]) => each === sort) ?? ['', '', byPopulation];
  const title = `${name} cards${year && ` of ${year}`}`;
  return {
    title,
    description: `Population of ${name} cards over PSA, Beckett, SGC and CGC: every print and year.`,
    canonical: path,
    feed: `${path}/feed.xml`,
    image: `${path}/image.png`,
    isNoindex: year !== '',
    body: (
      <article>
        <header class="label">
          <p class="eyebrow">All prints and years</p>
          <h1>{title}</h1>
          {!isCut && cards.length > 0 && <Totals cards={cards} />}
        </header>
        <section aria-labelledby="cards">
          <h2 id="cards">Cards</h2>
          {isCut && (
            <p>
              The search returns only its best matches, so cards may be missing.
              {year === '' && ' Select a year to see more of its cards.'}
            </p>
          )}
          <p class="choices">
            {SORTS.map(([value, text]) => (
              <Choice current={current} value={value} url={pathWith(path, { year, sort: value })}>
                {text}
              </Choice>
            ))}
          </p>
          {year === '' && isCut && (
            <p class="choices sorts">
              {yearsFrom(cards).map((each) => (
                <a href={pathWith(path, { year: each, sort })}>{each}</a>
              ))}
            </p>
          )}
          {year !== '' && <a href={pathWith(path, { sort })}>All years</a>}
          {cards.length === 0 && <p>There are no cards of this year.</p>}
          <CardsTable
            label={`Table of ${name} cards`}
            cards={cards.toSorted((one, other) => order(one, other) || byPopulation(one, other))}
          />
          <ApiRequest
            apiUrl={apiUrl}
            operation="searchSimple"
            target={pathWith('/v1/cards/search/simple', { query, year })}
          />
        </section>
      </article>
    ),
  };
}

function Totals({ cards }: { cards: readonly SearchResult[] }): VNode {
  const sum = (value: (card: SearchResult) => number) =>
    cards.reduce((all, card) => all + value(card), 0);
  const [total, gem] = [sum((card) => card.total_population), sum((card) => card.gem_total)];
  return (
    <dl class="summary">
      <Fact label="Cards">{number(cards.length)}</Fact>
      <Fact label="Graded copies">{number(total)}</Fact>
      <Fact label="Gem copies">{number(gem)}</Fact>
      <Fact label="Gem rate">{gemRate(gem, total)}</Fact>
    </dl>
  );
}

/** Lists every year between the oldest and the newest card. */
function yearsFrom(cards: readonly SearchResult[]): string[] {
  const [first, last] = yearsOf(cards);
  return Array.from({ length: last - first + 1 }, (_none, at) => String(first + at));
}

/** Renders cards with their totals. @param current id of the card that is marked as the current page */
export function CardsTable({
  label,
  cards,
  current,
}: {
  label: string;
  cards: readonly SearchResult[];
  current?: string;
}): VNode {
  return (
    <Scrolls label={label}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">Graded</th>
            <th scope="col">Gem</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr>
              <th scope="row">
                <CardLink card={card} isCurrent={pageIdOf(card) === current} />
              </th>
              <Cell label="Graded">{number(card.total_population)}</Cell>
              <Cell label="Gem">{number(card.gem_total)}</Cell>
              <Cell label="Gem rate">{gemRate(card.gem_total, card.total_population)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
