import type { Grader, SearchPage, SearchResult } from '@gcd/client';
import type { VNode } from 'preact';
import { setPath } from './addresses.js';
import type { FilterValues } from './api.js';
import { MAX_SEARCH_PAGE } from './api.js';
import { ApiRequest } from './api-link.view.js';
import { CardLink } from './card-link.view.js';
import { CertForm } from './cert-form.view.js';
import { certGuesses } from './cert-guess.js';
import { Choice } from './choice.view.js';
import { CategorySelect, FilterForm, YearInput } from './filters.view.js';
import { counted, GRADERS, gemRate, graderName, number } from './format.js';
import { Highlight } from './highlight.view.js';
import { missingWords } from './ignored-words.js';
import { cardsNamed, namePath } from './name.js';
import { searchWords } from './words.js';
import type { Page } from './page.js';
import { PageLinks, pathWith } from './page-links.view.js';

/** The search text and the filters. Filters that are not set are empty strings. */
export interface SearchChoice {
  readonly query: string;
  readonly category: string;
  readonly year: string;
  readonly grader: string;
  readonly sort: string;
}

const SORTS = [
  ['', 'Best match first'],
  ['population', 'Most graded first'],
] as const;

export function searchPage(
  found: SearchPage,
  choice: SearchChoice,
  apiUrl: string,
  values: FilterValues | undefined,
): Page {
  const { query, page, results, corrected_query: corrected, ignored_words: ignored } = found;
  const urlOf = (base: string) => (to: number) =>
    pathWith(base, { ...choice, page: to > 1 ? String(to) : '' });
  const words = searchWords(corrected ?? query);
  const missing = missingWords(ignored, results[0]?.display_name ?? '');
  const named = namedBy(corrected ?? query, results);
  return {
    title: page > 1 ? `${query}, page ${page}` : query,
    query,
    isNoindex: true,
    body: (
      <div id="results">
        <h1 class="found">{headline(found)}</h1>
        {page === 1 && certGuesses(query).length > 0 && <p>No cert with this number is known.</p>}
        {corrected !== undefined && (
          <p>No card has all of these words. Searched for “{corrected}” instead.</p>
        )}
        {missing.length > 0 && (
          <p>
            Not on the label of the first card: {missing.map((word) => `“${word}”`).join(', ')}.
          </p>
        )}
        {(found.sets.length > 0 || named) && page === 1 && (
          <p class="named">
            {named && <a href={named.path}>All prints and years of {named.name}</a>}
            {found.sets.map((set) => (
              <a href={setPath(set)}>
                {set.display_name} <small>{counted(set.cards, 'card', 'cards')}</small>
              </a>
            ))}
          </p>
        )}
        <Filters choice={choice} values={values} />
        {found.total > 1 && (
          <p class="choices">
            {SORTS.map(([value, text]) => (
              <Choice
                current={choice.sort}
                value={value}
                url={pathWith('/', { ...choice, sort: value })}
              >
                {text}
              </Choice>
            ))}
          </p>
        )}
        {results.length === 0 ? (
          <NothingFound choice={choice} page={page} />
        ) : (
          <ol class="results" start={(page - 1) * found.page_size + 1}>
            {results.map((card) => (
              <Result card={card} words={words} />
            ))}
          </ol>
        )}
        <PageLinks
          label="Pages of results"
          page={page}
          hasMore={found.has_more}
          urlOf={urlOf('/')}
        />
        {page === MAX_SEARCH_PAGE && found.total > page * found.page_size && (
          <p>
            A search shows the first {page * found.page_size} cards. To see others, add words or
            filters, or open their set in the{' '}
            <a href={pathWith('/sets', { query })}>list of sets</a>.
          </p>
        )}
        <ApiRequest
          apiUrl={apiUrl}
          operation="searchSimple"
          target={urlOf('/v1/cards/search/simple')(page)}
        />
      </div>
    ),
  };
}

/** Returns the page of a name if the query consists of words in the name of the first result. */
function namedBy(
  query: string,
  results: readonly SearchResult[],
): { name: string; path: string } | undefined {
  const { name, cards } = cardsNamed(query, results.slice(0, 1));
  const path = namePath(query);
  return path && cards.length > 0 ? { name, path } : undefined;
}

function headline({ query, page, page_size, results, total, total_is_exact }: SearchPage): string {
  if (results.length === 0 && page > 1) return `Page ${page} of results for “${query}” is empty`;
  if (results.length === 0) return `Nothing found for “${query}”`;
  const all = `${total_is_exact ? '' : 'more than '}${number(total)}`;
  if (page === 1 && total <= page_size) {
    return `${all} ${total === 1 ? 'card' : 'cards'} for “${query}”`;
  }
  const first = (page - 1) * page_size + 1;
  return `Cards ${first} to ${first + results.length - 1} of ${all} for “${query}”`;
}

function Filters({
  choice,
  values,
}: {
  choice: SearchChoice;
  values: FilterValues | undefined;
}): VNode {
  const isFiltered = choice.category !== '' || choice.year !== '' || choice.grader !== '';
  return (
    <FilterForm
      action="/"
      isSet={isFiltered}
      unfilteredUrl={pathWith('/', { query: choice.query })}
    >
      <input type="hidden" name="query" value={choice.query} />
      {choice.sort && <input type="hidden" name="sort" value={choice.sort} />}
      <CategorySelect value={choice.category} values={values} />
      <YearInput value={choice.year} values={values} />
      <label>
        Grader
        <select name="grader">
          <option value="">Any</option>
          {GRADERS.map((grader: Grader) => (
            <option value={grader} selected={choice.grader === grader}>
              {graderName(grader)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  );
}

function Result({ card, words }: { card: SearchResult; words: readonly string[] }): VNode {
  return (
    <li>
      <CardLink card={card}>
        <Highlight text={card.display_name} words={words} />
      </CardLink>
      <span class="context">{card.description}</span>
      <span class="graders">{card.graders_included.map(graderName).join(', ')}</span>
      <span class="count">
        <b>{number(card.total_population)}</b> graded
        <i>{gemRate(card.gem_total, card.total_population)} gem</i>
      </span>
    </li>
  );
}

function NothingFound({ choice, page }: { choice: SearchChoice; page: number }): VNode {
  const { query, category, year, grader } = choice;
  if (page > 1) {
    return (
      <p>
        <a href={pathWith('/', { ...choice })}>First page</a>
      </p>
    );
  }
  const fewer = query.split(' ').filter(Boolean).slice(0, -1).join(' ');
  return (
    <section class="nothing">
      <p>No card matches these words or similar ones. Try this:</p>
      <ul>
        {(category || year || grader) && (
          <li>
            without filters: <a href={pathWith('/', { query })}>{query}</a>
          </li>
        )}
        {fewer && (
          <li>
            fewer words: <a href={pathWith('/', { query: fewer })}>{fewer}</a>
          </li>
        )}
        <li>the name as it is printed on the card</li>
        <li>only the number before the slash: 4 instead of 4/102</li>
        <li>
          the list of sets: <a href={pathWith('/sets', { query })}>sets with these words</a>,{' '}
          <a href="/sets">all sets</a>
        </li>
      </ul>
      <h2>Look up a cert</h2>
      <CertForm cert={/\d/.test(query) ? { cert: query } : undefined} />
    </section>
  );
}
