import type { ListPage, CardSet } from '@gcd/client';
import type { VNode } from 'preact';
import { setPath } from './addresses.js';
import { number, UNKNOWN, gemRate } from './format.js';
import { PageLinks, pathWith } from './page-links.view.js';
import { ApiRequest } from './api-link.view.js';
import type { FilterValues } from './api.js';
import { CategorySelect, FilterForm, YearInput } from './filters.view.js';
import { Choice } from './choice.view.js';
import type { Page } from './page.js';
import { Cell, Scrolls } from './scrolls.view.js';

/** Filters for the list of sets. Filters that are not set are empty strings. */
export interface SetFilter {
  readonly query: string;
  readonly category: string;
  readonly year: string;
}

/** Order of the list of sets. The API always orders by graded copies, highest first. */
export type SetsSort = 'graded' | 'name' | 'year' | 'category';

type Compare = (one: CardSet, other: CardSet) => number;

const nameOf = ({ display_name, year }: CardSet) => display_name.replace(`${year} `, '');
const byName: Compare = (one, other) => nameOf(one).localeCompare(nameOf(other), 'en');

const COMPARE: Readonly<Record<SetsSort, Compare>> = {
  graded: () => 0,
  name: byName,
  year: (one, other) => one.year.localeCompare(other.year) || byName(one, other),
  category: (one, other) => one.category.localeCompare(other.category, 'en') || byName(one, other),
};

const SORTS: readonly (readonly [SetsSort, string])[] = [
  ['graded', 'Most graded first'],
  ['name', 'By name'],
  ['year', 'By year'],
  ['category', 'By category'],
];

/** Returns the sort order with the given name. If the name is unknown, returns the order that the API uses. */
export const setsSort = (name: string): SetsSort =>
  SORTS.find(([sort]) => sort === name)?.[0] ?? 'graded';

/** Renders the list of sets. @param sort order of the sets; ignored if the list has more than one page */
export function setsPage(
  { items, pagination }: ListPage<CardSet>,
  filter: SetFilter,
  sort: SetsSort,
  apiUrl: string,
  values: FilterValues | undefined,
): Page {
  const { page, total, total_pages, next_page } = pagination;
  const urlOf = (base: string) => (to: number) =>
    pathWith(base, { ...filter, page: to > 1 ? String(to) : '' });
  return {
    title: page > 1 ? `Sets, page ${page}` : 'Sets',
    section: 'sets',
    description: `All ${number(total)} sets with their graded cards: cards, graded copies and gem rate over PSA, Beckett, SGC and CGC.`,
    canonical: urlOf('/sets')(page),
    isNoindex: items.length === 0 || Object.values(filter).some((value) => value !== ''),
    body: (
      <>
        <h1 class="found">Sets</h1>
        <p>Each set with its cards and the graded copies of all four graders.</p>
        <Filters filter={filter} values={values} />
        <p class="quiet">
          {total === 1 ? '1 set' : `${number(total)} sets`}
          {total_pages > 1 &&
            ', most graded first. Filter the list to one page to sort it by name, year or category.'}
        </p>
        {total_pages <= 1 && items.length > 1 && (
          <p class="choices">
            {SORTS.map(([each, name]) => (
              <Choice
                current={sort}
                value={each}
                url={pathWith('/sets', { ...filter, sort: each === 'graded' ? '' : each })}
              >
                {name}
              </Choice>
            ))}
          </p>
        )}
        {items.length > 0 ? (
          <SetsTable sets={total_pages <= 1 ? items.toSorted(COMPARE[sort]) : items} />
        ) : (
          <NoSets filter={filter} page={page} />
        )}
        <PageLinks
          label="Pages of sets"
          page={page}
          pages={total_pages}
          hasMore={next_page !== undefined}
          urlOf={urlOf('/sets')}
        />
        <ApiRequest apiUrl={apiUrl} operation="listSets" target={urlOf('/v1/sets')(page)} />
      </>
    ),
  };
}

function NoSets({ filter, page }: { filter: SetFilter; page: number }): VNode {
  if (page > 1) {
    return (
      <p>
        There are no sets on this page. <a href={pathWith('/sets', { ...filter })}>First page</a>
      </p>
    );
  }
  return (
    <p>
      No set matches these filters. <a href="/sets">All sets</a>
      {filter.query && (
        <>
          {' '}
          · <a href={pathWith('/', { query: filter.query })}>search cards instead</a>
        </>
      )}
    </p>
  );
}

function Filters({
  filter,
  values,
}: {
  filter: SetFilter;
  values: FilterValues | undefined;
}): VNode {
  return (
    <FilterForm action="/sets" isSet={Object.values(filter).some(Boolean)} unfilteredUrl="/sets">
      <label>
        Words
        <input name="query" value={filter.query} maxLength={200} autocomplete="off" />
      </label>
      <CategorySelect value={filter.category} values={values} />
      <YearInput value={filter.year} values={values} />
    </FilterForm>
  );
}

/** Renders a table of sets with links to their pages. @param isShort omits the category and the number of cards */
export function SetsTable({
  sets,
  isShort = false,
}: {
  sets: readonly CardSet[];
  isShort?: boolean;
}): VNode {
  return (
    <Scrolls label="Table of sets">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Set</th>
            {!isShort && <th scope="col">Category</th>}
            {!isShort && <th scope="col">Cards</th>}
            <th scope="col">Graded</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <tr>
              <th scope="row">
                <a href={setPath(set)}>{set.display_name || 'Cards without a set name'}</a>
              </th>
              {!isShort && (
                <Cell label="Category">
                  {set.category ? (
                    <a href={pathWith('/sets', { category: set.category })}>{set.category}</a>
                  ) : (
                    UNKNOWN
                  )}
                </Cell>
              )}
              {!isShort && <Cell label="Cards">{number(set.cards)}</Cell>}
              <Cell label="Graded">{number(set.total_population)}</Cell>
              <Cell label="Gem rate">{gemRate(set.gem_total, set.total_population)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** Renders breadcrumbs from the home page to a set. */
export function setTrail({
  category,
  year,
}: Pick<CardSet, 'category' | 'year'>): (readonly [string, string])[] {
  return [
    ['Sets', '/sets'],
    ...(category ? [[category, pathWith('/sets', { category })] as const] : []),
    ...(category && year ? [[year, pathWith('/sets', { category, year })] as const] : []),
  ];
}
