import type { ListPage, SetCard, CardSetDetails } from '@gcd/client';
import type { VNode } from 'preact';
import { ApiRequest } from './api-link.view.js';
import { Choice } from './choice.view.js';
import { counted, day, graderName, number, percent, UNKNOWN } from './format.js';
import { breadcrumbs } from './head.view.js';
import { PageLinks, pathWith } from './page-links.view.js';
import type { Page } from './page.js';
import { Breadcrumbs, Fact } from './page.view.js';
import { Scrolls } from './scrolls.view.js';
import { setName, setTrail } from './sets.view.js';

/** Order of the cards in a set. */
export type SetSort = 'number' | 'population';

/** Renders the page of a set: its totals, and its cards with counts. */
export function setPage(
  set: CardSetDetails,
  { items, pagination }: ListPage<SetCard>,
  sort: SetSort,
  apiUrl: string,
): Page {
  const { page, total_pages, next_page } = pagination;
  const urlOf = (base: string, by: SetSort) => (to: number) =>
    pathWith(base, {
      sort: by === 'number' ? '' : by,
      page: to > 1 ? String(to) : '',
    });
  const path = `/sets/${set.set_id}`;
  const name = [set.year, setName(set)].filter(Boolean).join(' ');
  const trail = setTrail(set);
  return {
    title: page > 1 ? `${name}, page ${page}` : name,
    description: `Population report of ${name}: ${counted(set.cards, 'card', 'cards')}, ${counted(set.total_population, 'graded copy', 'graded copies')}, gem rate ${percent(set.gem_rate)}, over PSA, Beckett, SGC and CGC.`,
    section: 'sets',
    canonical: urlOf(path, 'number')(page),
    isNoindex: items.length === 0 && page > 1,
    linkedData: (siteUrl) => ({
      '@context': 'https://schema.org',
      ...breadcrumbs(siteUrl, [...trail, [name, path]]),
    }),
    body: (
      <article>
        <Breadcrumbs trail={trail} />
        <header class="label">
          <p class="eyebrow">{[set.category, set.year].filter(Boolean).join(' · ') || 'Set'}</p>
          <h1>{setName(set)}</h1>
          <Summary set={set} />
        </header>
        <section aria-labelledby="cards">
          <h2 id="cards">Checklist</h2>
          <Completion cards={items} isWholeSet={total_pages <= 1} />
          <p class="choices">
            <Choice current={sort} value="number" url={urlOf(path, 'number')(1)}>
              By number
            </Choice>
            <Choice current={sort} value="population" url={urlOf(path, 'population')(1)}>
              Most graded first
            </Choice>
          </p>
          {items.length > 0 ? (
            <CardsTable cards={items} />
          ) : (
            <p>
              There are no cards on this page. <a href={path}>First page</a>
            </p>
          )}
          <PageLinks
            label="Pages of cards"
            page={page}
            pages={total_pages}
            hasMore={next_page !== undefined}
            urlOf={urlOf(path, sort)}
          />
          <ApiRequest apiUrl={apiUrl} operation="getSet" target={`/v1${path}`} />
          <ApiRequest
            apiUrl={apiUrl}
            operation="listSetCards"
            target={urlOf(`/v1${path}/cards`, sort)(page)}
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
      <Fact label="Gem rate">{percent(set.gem_rate)}</Fact>
      <Fact label="Last change">
        <span class="date">{day(set.last_population_change)}</span>
      </Fact>
    </dl>
  );
}

/** Renders how many of the listed cards have graded copies, and how many have gem copies. */
function Completion({
  cards,
  isWholeSet,
}: {
  cards: readonly SetCard[];
  isWholeSet: boolean;
}): VNode | null {
  if (cards.length === 0) return null;
  const graded = cards.filter(({ total_population }) => total_population > 0).length;
  const gem = cards.filter(({ gem_total }) => gem_total > 0).length;
  return (
    <p>
      {number(graded)} of {isWholeSet ? '' : 'the '}
      {number(cards.length)} cards{isWholeSet ? '' : ' on this page'} have graded copies (
      {percent(graded / cards.length)}), and {number(gem)} have gem copies (
      {percent(gem / cards.length)}).
    </p>
  );
}

function CardsTable({ cards }: { cards: readonly SetCard[] }): VNode {
  return (
    <Scrolls label="Table of the cards of the set">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">Number</th>
            <th scope="col">Graders</th>
            <th scope="col">Graded</th>
            <th scope="col">Gem</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => {
            const { name, card_number, parallel, subset } = card.parsed_description;
            const variety = [subset, parallel].filter(Boolean).join(' · ');
            return (
              <tr>
                <th scope="row">
                  <a href={`/card/${card.universal_card_id ?? card.card_id}`}>
                    {name || card.description}
                  </a>
                  {variety && <small>{variety}</small>}
                </th>
                <td>{card_number || UNKNOWN}</td>
                <td>{card.graders_included.map(graderName).join(', ')}</td>
                <td>{number(card.total_population)}</td>
                <td>{number(card.gem_total)}</td>
                <td>{percent(card.gem_rate)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolls>
  );
}
