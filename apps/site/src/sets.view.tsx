import type { ListPage, SetRow } from '@gcd/client';
import type { VNode } from 'preact';
import { number, percent, UNKNOWN } from './format.js';
import { PageLinks, pathWith } from './page-links.view.js';
import { ApiCall, type Page } from './page.view.js';
import { Scrolls } from './scrolls.view.js';

/** What the list of sets is restricted to; empty where it is not. */
export interface SetFilter {
  readonly query: string;
  readonly category: string;
  readonly year: string;
}

/** The page that lists sets. */
export function setsPage(
  { items, pagination }: ListPage<SetRow>,
  filter: SetFilter,
  apiUrl: string,
): Page {
  const { page, total, total_pages, next_page } = pagination;
  const urlOf = (base: string) => (to: number) =>
    pathWith(base, { ...filter, page: to > 1 ? String(to) : '' });
  return {
    title: page > 1 ? `Sets, page ${page}` : 'Sets',
    section: 'sets',
    isPassing: Object.values(filter).some((value) => value !== ''),
    body: (
      <>
        <h1 class="found">Sets</h1>
        <p>
          The cards of each set with the copies of all four graders together. Most graded first.
        </p>
        <FilterForm filter={filter} />
        <p class="quiet">{total === 1 ? '1 set' : `${number(total)} sets`}</p>
        {items.length > 0 && <SetsTable sets={items} />}
        <PageLinks
          label="Pages of sets"
          page={page}
          pages={total_pages}
          hasMore={next_page !== undefined}
          urlOf={urlOf('/sets')}
        />
        <ApiCall apiUrl={apiUrl} target={urlOf('/v1/sets')(page)} />
      </>
    ),
  };
}

function FilterForm({ filter }: { filter: SetFilter }): VNode {
  return (
    <form action="/sets" class="filter">
      <label>
        Words
        <input name="query" value={filter.query} maxLength={200} autocomplete="off" />
      </label>
      <label>
        Category
        <input name="category" value={filter.category} maxLength={200} placeholder="Pokemon" />
      </label>
      <label>
        Year
        <input name="year" value={filter.year} maxLength={20} placeholder="1999" />
      </label>
      <button type="submit">Filter</button>
    </form>
  );
}

/** A table of sets that leads to their pages. */
export function SetsTable({ sets }: { sets: readonly SetRow[] }): VNode {
  return (
    <Scrolls label="Table of sets">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Set</th>
            <th scope="col">Year</th>
            <th scope="col">Category</th>
            <th scope="col">Cards</th>
            <th scope="col">Graded</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <tr>
              <th scope="row">
                <a href={`/sets/${set.set_id}`}>{setName(set)}</a>
              </th>
              <td>{set.year || UNKNOWN}</td>
              <td>
                {set.category ? (
                  <a href={pathWith('/sets', { category: set.category })}>{set.category}</a>
                ) : (
                  UNKNOWN
                )}
              </td>
              <td>{number(set.cards)}</td>
              <td>{number(set.total_population)}</td>
              <td>{percent(set.gem_rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** How a set is called. */
export const setName = ({ set_name }: { set_name: string }): string =>
  set_name || 'Cards without a set name';
