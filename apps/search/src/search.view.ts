import { GRADERS } from '@gcd/contracts/graders';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { SEARCH_PAGE_SIZE, type searchSimple, type searchStructured } from '@gcd/contracts/search';
import { toCardSet } from '@gcd/population/card-set';
import { setIdOf } from '@gcd/population/set-id';
import { cardSummary, type SummaryRow } from '@gcd/population/summary';
import type { ResultEntry } from './search.queries.js';
import type { ResultPage } from './search.service.js';

/** Converts a page of cards to its API representation. */
export function toSimpleSearch(
  { query, page }: RequestOf<typeof searchSimple>,
  cards: readonly SummaryRow[],
  { correctedQuery, ignoredWords, sets, ...found }: ResultPage,
  siteUrl: string,
): DataOf<typeof searchSimple> {
  return {
    query,
    page,
    page_size: SEARCH_PAGE_SIZE,
    has_more: found.hasMore,
    total: found.total,
    total_is_exact: found.isTotalExact,
    ...(correctedQuery !== undefined && { corrected_query: correctedQuery }),
    ignored_words: [...ignoredWords],
    sets: sets.map(toCardSet),
    results: cards.map((card) => cardSummary(card, siteUrl)),
  };
}

/**
 * Converts the grader cards found for each grader to their API representation.
 * @param scores scores of the grader cards, by internal id, best first
 */
export function toStructuredSearch(
  { query, grader }: RequestOf<typeof searchStructured>,
  entries: readonly ResultEntry[],
  scores: ReadonlyMap<number, number>,
): DataOf<typeof searchStructured> {
  const graders = grader ? [grader] : GRADERS;
  return {
    query,
    graders_included: [...graders],
    results: Object.fromEntries(
      graders.map((each) => [
        each,
        entries
          .filter((entry) => entry.grader === each)
          .map(({ id, description, display_name, card_id, population, ...set }) => ({
            description,
            display_name,
            card_id,
            population,
            search_score: scores.get(id) as number,
            set_id: setIdOf(set),
          })),
      ]),
    ),
  };
}
