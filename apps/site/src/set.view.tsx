import type { ListPage, SetCard, SetTotals } from '@gcd/client';
import type { VNode } from 'preact';
import { day, graderName, number, percent, UNKNOWN } from './format.js';
import { PageLinks, pathWith } from './page-links.view.js';
import { ApiCall, Fact, type Page } from './page.view.js';
import { Scrolls } from './scrolls.view.js';
import { setName } from './sets.view.js';

/** Order of the cards of a set. */
export type SetSort = 'number' | 'population';

/** The page of a set: its totals, and its cards with counts. */
export function setPage(
  set: SetTotals,
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
  return {
    title: page > 1 ? `${name}, page ${page}` : name,
    section: 'sets',
    canonical: urlOf(path, 'number')(page),
    body: (
      <article>
        <header class="label">
          <p class="eyebrow">{[set.category, set.year].filter(Boolean).join(' · ') || 'Set'}</p>
          <h1>{setName(set)}</h1>
          <Summary set={set} />
        </header>
        <section aria-labelledby="cards">
          <h2 id="cards">Cards</h2>
          <p class="choices">
            <Choice current={sort} value="number" url={urlOf(path, 'number')(1)}>
              By number
            </Choice>
            <Choice current={sort} value="population" url={urlOf(path, 'population')(1)}>
              Most graded first
            </Choice>
          </p>
          {items.length > 0 ? <CardsTable cards={items} /> : <p>There are no cards here.</p>}
          <PageLinks
            label="Pages of cards"
            page={page}
            pages={total_pages}
            hasMore={next_page !== undefined}
            urlOf={urlOf(path, sort)}
          />
          <ApiCall apiUrl={apiUrl} target={`/v1${path}`} />
          <ApiCall apiUrl={apiUrl} target={urlOf(`/v1${path}/cards`, sort)(page)} />
        </section>
      </article>
    ),
  };
}

function Summary({ set }: { set: SetTotals }): VNode {
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

/** One of several ways to see a page: a link, or the current one. */
export function Choice({
  current,
  value,
  url,
  children,
}: {
  current: string;
  value: string;
  url: string;
  children: string;
}): VNode {
  return (
    <a href={url} aria-current={current === value ? 'true' : undefined}>
      {children}
    </a>
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
