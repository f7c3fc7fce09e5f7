import type { CardSetDetails, Grader, ListPage, QueryOf, SetCard } from '@gcd/client';
import { SET_CARDS_PAGE_SIZE } from '@gcd/contracts/sets';
import type { VNode } from 'preact';
import { setPath } from './addresses.js';
import { ApiRequest } from './api-link.view.js';
import { CardLink } from './card-link.view.js';
import { Choice } from './choice.view.js';
import { counted, day, GRADERS, graderName, number, percent, UNKNOWN, gemRate } from './format.js';
import { breadcrumbs } from './head.view.js';
import { PageLinks, pathWith } from './page-links.view.js';
import type { Page } from './page.js';
import { Breadcrumbs, Fact } from './page.view.js';
import { given } from './query.js';
import { Cell, Scrolls } from './scrolls.view.js';
import { MAX_CSV_PAGES } from './set-csv.js';
import { setTrail } from './sets.view.js';

export type SetCardsQuery = QueryOf<'listSetCards'>;

/** The order and the parallel that a visitor selected. Values that are not set are empty strings. */
export interface SetChoice {
  readonly sort: string;
  readonly order: string;
  /** The parallel; {@link BASE} for the base cards. */
  readonly parallel: string;
  /** `false` for the cards without gem copies. */
  readonly has_gem: string;
}

/** The base cards in the address of a page, which cannot have empty parameters. */
export const BASE = '-';

const MAX_PARALLELS = 30;

const MAX_CSV_CARDS = MAX_CSV_PAGES * SET_CARDS_PAGE_SIZE;

const ORDERS = [
  ['number', 'Number', 'asc'],
  ['name', 'Card', 'asc'],
  ['population', 'Most graded', 'desc'],
  ['population', 'Scarcest', 'asc'],
  ['gem_total', 'Gem', 'desc'],
  ['gem_rate', 'Gem rate', 'desc'],
] as const;

/** Renders the page of a set: its totals, and its cards with counts. */
export function setPage(
  set: CardSetDetails,
  { items, pagination }: ListPage<SetCard>,
  choice: SetChoice,
  apiUrl: string,
): Page {
  const { page, total_pages, next_page } = pagination;
  const path = setPath(set);
  const apiPath = `/v1/sets/${set.set_id}`;
  const urlOf =
    (base: string, change: Partial<SetChoice> = {}) =>
    (to: number) =>
      pathWith(base, { ...choice, ...change, page: to > 1 ? String(to) : '' });
  const name = set.display_name || 'Cards without a set name';
  const trail = setTrail(set);
  // The cards beside first editions are called unlimited, in the names of cards too.
  const isLimited = set.parallels.some(({ parallel }) => /^1st edition/i.test(parallel));
  const base = isLimited ? 'Unlimited' : 'Base';
  return {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: `Population report of ${name}: ${counted(set.cards, 'card', 'cards')}, ${counted(set.total_population, 'graded copy', 'graded copies')}, gem rate ${gemRate(set.gem_total, set.total_population)}, over PSA, Beckett, SGC and CGC.`,
    section: 'sets',
    feed: `/sets/${set.set_id}/feed.xml`,
    canonical: urlOf(path, { sort: '', order: '', parallel: '', has_gem: '' })(page),
    image: `/sets/${set.set_id}/image.png`,
    isNoindex: items.length === 0 && page > 1,
    linkedData: (siteUrl) => ({
      '@context': 'https://schema.org',
      ...breadcrumbs(siteUrl, [...trail, [name, path]]),
    }),
    body: (
      <article>
        <Breadcrumbs trail={trail} />
        <header class="label">
          <p class="eyebrow">{set.category || 'Set'}</p>
          <h1>{name}</h1>
          {set.set_name && <p class="quiet">{set.set_name}</p>}
          <Summary set={set} />
        </header>
        <section aria-labelledby="cards">
          <h2 id="cards">Checklist</h2>
          {total_pages === 1 && items.length > 0 && <Completion cards={items} />}
          {set.parallels.length > 1 && (
            <ParallelsTable
              parallels={set.parallels}
              base={base}
              pathOf={(parallel) => urlOf(path, { parallel })(1)}
            />
          )}
          {set.parallels.length > 1 && (
            <p class="choices">
              <Choice current={choice.parallel} value="" url={urlOf(path, { parallel: '' })(1)}>
                All
              </Choice>
              {set.parallels.slice(0, MAX_PARALLELS).map(({ parallel, cards }) => (
                <Choice
                  current={choice.parallel}
                  value={parallel || BASE}
                  url={urlOf(path, { parallel: parallel || BASE })(1)}
                >
                  {`${parallel || base} (${number(cards)})`}
                </Choice>
              ))}
            </p>
          )}
          <p class="choices">
            <Choice current={choice.has_gem} value="" url={urlOf(path, { has_gem: '' })(1)}>
              All cards
            </Choice>
            <Choice
              current={choice.has_gem}
              value="false"
              url={urlOf(path, { has_gem: 'false' })(1)}
            >
              Never graded gem
            </Choice>
          </p>
          <SortLinks
            choice={choice}
            graders={set.graders_included}
            urlOf={(change) => urlOf(path, change)(1)}
          />
          {items.length > 0 ? (
            <CardsTable cards={items} />
          ) : (
            <p>
              {page > 1 ? 'There are no cards on this page.' : 'No card of the set matches.'}{' '}
              <a href={path}>{page > 1 ? 'First page' : 'All cards of the set'}</a>
            </p>
          )}
          <PageLinks
            label="Pages of cards"
            page={page}
            pages={total_pages}
            hasMore={next_page !== undefined}
            urlOf={urlOf(path)}
          />
          <p class="files">
            <span>Download</span>
            <a href={urlOf(`/sets/${set.set_id}/cards.csv`)(1)} download>
              CSV of{' '}
              {pagination.total > MAX_CSV_CARDS
                ? `the first ${number(MAX_CSV_CARDS)} cards`
                : counted(pagination.total, 'card', 'cards')}
            </a>
          </p>
          <ApiRequest apiUrl={apiUrl} operation="getSet" target={apiPath} />
          <ApiRequest
            apiUrl={apiUrl}
            operation="listSetCards"
            target={apiTarget(`${apiPath}/cards`, choice, page)}
          />
        </section>
      </article>
    ),
  };
}

function Summary({ set }: { set: CardSetDetails }): VNode {
  return (
    <dl class="summary">
      <Fact label="Cards">{number(set.cards)}</Fact>
      <Fact label="Graded copies">{number(set.total_population)}</Fact>
      <Fact label="Gem copies">{number(set.gem_total)}</Fact>
      <Fact label="Gem rate">{gemRate(set.gem_total, set.total_population)}</Fact>
      <Fact label="Last change">
        <span class="date">{day(set.last_population_change)}</span>
      </Fact>
    </dl>
  );
}

const copiesOfEach = ({ cards, total_population }: CardSetDetails['parallels'][number]): number =>
  total_population / cards;

/** Renders the parallels of a set side by side. The scarcest, with the fewest copies of each card, is first. */
function ParallelsTable({
  parallels,
  base,
  pathOf,
}: {
  parallels: CardSetDetails['parallels'];
  /** Name of the cards without a parallel. */
  base: string;
  /** Returns the path of the cards of a parallel. */
  pathOf: (parallel: string) => string;
}): VNode {
  return (
    <details>
      <summary>Compare {number(parallels.length)} parallels by copies of each card</summary>
      <Scrolls label="Table of parallels">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Parallel</th>
              <th scope="col">Cards</th>
              <th scope="col">Graded</th>
              <th scope="col">Each</th>
              <th scope="col">Gem</th>
              <th scope="col">Gem rate</th>
            </tr>
          </thead>
          <tbody>
            {parallels
              .toSorted((one, other) => copiesOfEach(one) - copiesOfEach(other))
              .map(({ parallel, cards, total_population, gem_total }) => (
                <tr>
                  <th scope="row">
                    <a href={pathOf(parallel || BASE)}>{parallel || base}</a>
                  </th>
                  <Cell label="Cards">{number(cards)}</Cell>
                  <Cell label="Graded">{number(total_population)}</Cell>
                  <Cell label="Each">{number(Math.round(total_population / cards))}</Cell>
                  <Cell label="Gem">{number(gem_total)}</Cell>
                  <Cell label="Gem rate">{gemRate(gem_total, total_population)}</Cell>
                </tr>
              ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}

/** Renders how many cards of the set have graded copies, and how many have gem copies. */
function Completion({ cards }: { cards: readonly SetCard[] }): VNode {
  const graded = cards.filter(({ total_population }) => total_population > 0).length;
  const gem = cards.filter(({ gem_total }) => gem_total > 0).length;
  return (
    <p>
      {number(graded)} of {number(cards.length)} cards have graded copies (
      {percent(graded / cards.length)}), and {number(gem)} have gem copies (
      {percent(gem / cards.length)}).
    </p>
  );
}

/** Renders links that sort the cards. The link of the current order reverses it, if no other link does. */
function SortLinks({
  choice,
  graders,
  urlOf,
}: {
  choice: SetChoice;
  graders: readonly Grader[];
  urlOf: (change: Partial<SetChoice>) => string;
}): VNode {
  return (
    <p class="choices sorts">
      <span class="quiet">Sort by</span>
      {[...ORDERS, ...graders.map((grader) => [grader, graderName(grader), 'desc'] as const)].map(
        ([sort, text, first]) => {
          const byDefault = sort === 'number' || sort === 'name' ? 'asc' : 'desc';
          const current = choice.order || byDefault;
          const isFixed = sort === 'population';
          const isCurrent = (choice.sort || 'number') === sort && (!isFixed || current === first);
          const order = isCurrent && !isFixed ? (current === 'asc' ? 'desc' : 'asc') : first;
          return (
            <a
              href={urlOf({
                sort: sort === 'number' ? '' : sort,
                order: order === byDefault ? '' : order,
              })}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {text}
              {isCurrent && !isFixed && (current === 'asc' ? ' ↑' : ' ↓')}
            </a>
          );
        },
      )}
    </p>
  );
}

/** Converts the choices of a visitor to query parameters of the API. */
export const queryOf = ({ sort, order, parallel, has_gem }: SetChoice): SetCardsQuery =>
  ({
    ...given({ sort, order }),
    ...(has_gem && { has_gem: has_gem as unknown as boolean }),
    ...(parallel && { parallel: parallel === BASE ? '' : parallel }),
  }) as SetCardsQuery;

function apiTarget(path: string, choice: SetChoice, page: number): string {
  const query = new URLSearchParams({
    ...(queryOf(choice) as Record<string, string>),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `${path}?${query}` : path;
}

function CardsTable({ cards }: { cards: readonly SetCard[] }): VNode {
  const graders = GRADERS.filter((grader) => cards.some((card) => card.by_grader[grader]));
  return (
    <Scrolls label="Table of the cards of the set">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">Graded</th>
            <th scope="col">Gem</th>
            <th scope="col">Gem rate</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)} gem / all</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr>
              <th scope="row">
                <CardLink card={card} />
              </th>
              <Cell label="Graded">{number(card.total_population)}</Cell>
              <Cell label="Gem">{number(card.gem_total)}</Cell>
              <Cell label="Gem rate">{gemRate(card.gem_total, card.total_population)}</Cell>
              {graders.map((grader) => {
                const counts = card.by_grader[grader];
                return (
                  <Cell label={`${graderName(grader)} gem / all`}>
                    {counts ? `${number(counts.gem_total)} / ${number(counts.total)}` : UNKNOWN}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
