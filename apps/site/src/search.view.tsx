import type { FoundCard, SearchPage } from '@gcd/client';
import type { VNode } from 'preact';
import { cardName } from './card-name.js';
import { graderName, number, percent } from './format.js';
import { CertForm } from './home.view.js';
import { PageLinks } from './page-links.view.js';
import { ApiCall, type Page } from './page.view.js';

/** What a search found. */
export function searchPage(found: SearchPage, apiUrl: string): Page {
  const { query, page, results } = found;
  const target = `/v1/cards/search/simple?query=${encodeURIComponent(query)}&page=${page}`;
  return {
    title: page > 1 ? `${query}, page ${page}` : query,
    query,
    isPassing: true,
    body: (
      <div id="results">
        <h1 class="found">{headline(found)}</h1>
        {found.corrected_query !== undefined && (
          <p>No card has all of these words. Searched for “{found.corrected_query}” instead.</p>
        )}
        {results.length === 0 ? (
          <NothingFound query={query} page={page} />
        ) : (
          <ol class="results" start={(page - 1) * found.page_size + 1}>
            {results.map((card) => (
              <Result card={card} />
            ))}
          </ol>
        )}
        <PageLinks
          label="Pages of results"
          page={page}
          hasMore={found.has_more}
          urlOf={(to) => pageUrl(query, to)}
        />
        <ApiCall apiUrl={apiUrl} target={target} />
      </div>
    ),
  };
}

function headline({ query, page, page_size, results, has_more }: SearchPage): string {
  if (results.length === 0) return `Nothing found for “${query}”`;
  const first = (page - 1) * page_size + 1;
  const last = first + results.length - 1;
  if (page === 1 && !has_more) return `${last} ${last === 1 ? 'card' : 'cards'} for “${query}”`;
  return `Cards ${first} to ${last} for “${query}”`;
}

function Result({ card }: { card: FoundCard }): VNode {
  const { title, context } = cardName(card.description, card.parsed_description);
  return (
    <li>
      <a href={`/card/${card.universal_card_id ?? card.card_id}`}>{title}</a>
      <span class="context">{context.join(' · ') || card.description}</span>
      <span class="graders">{card.graders_included.map(graderName).join(', ')}</span>
      <span class="count">
        <b>{number(card.total_population)}</b> graded
        <i>{percent(card.gem_rate)} gem</i>
      </span>
    </li>
  );
}

function NothingFound({ query, page }: { query: string; page: number }): VNode {
  const words = query.split(' ').filter(Boolean);
  const fewer = words.slice(0, -1).join(' ');
  if (page > 1) {
    return (
      <p>
        The search ends before this page. <a href={pageUrl(query, 1)}>To its first page</a>
      </p>
    );
  }
  return (
    <section class="nothing">
      <p>No card has these words or similar ones. What often helps:</p>
      <ul>
        {fewer && (
          <li>
            fewer words: <a href={pageUrl(fewer, 1)}>{fewer}</a>
          </li>
        )}
        <li>the name as it is printed, in its spelling</li>
        <li>only the number before the slash: 4 instead of 4/102</li>
        <li>the year alone in place of the set</li>
      </ul>
      <h2>Is it a cert?</h2>
      <CertForm />
    </section>
  );
}

function pageUrl(query: string, page: number): string {
  const parameters = new URLSearchParams({ query, ...(page > 1 && { page: String(page) }) });
  return `/?${parameters}`;
}
