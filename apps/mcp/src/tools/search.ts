import type { ListPage } from '@gcd/client';
import {
  getSet,
  listSetCards,
  listSets,
  SET_CARDS_PAGE_SIZE,
  SETS_PAGE_SIZE,
  searchSimple,
  searchStructured,
  suggestSearch,
} from '@gcd/contracts';
import { GRADERS } from '@gcd/contracts/graders';
import { z } from 'zod';
import { category, grader, graderFilter, page, searchText, setId, year } from '../inputs.js';
import { pageOf, shortPage } from '../pages.js';
import { defineTool, type Tool } from '../tool.js';

/** Tools whose input is a search query. */
export const SEARCH_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'search_cards',
    title: 'Search cards',
    description:
      'Finds cards by words, most relevant first, ten per page. All words must match, the last one also as a prefix. ' +
      'If no card has all words, the search drops words about the copy (grades, sales language), then words about parallels and print runs. ' +
      'If that finds nothing, it tries similar queries: it corrects typos, joins or splits words, tries the years before and after, and keeps only the most informative words. ' +
      'corrected_query shows what was searched instead. ignored_words lists the words that the first result does not have: tell the user about them. ' +
      'Common nicknames and abbreviations are known. total counts the matches, up to 1000.',
    input: z.object({
      query: searchText,
      page: page(10),
      sort: z
        .enum(['relevance', 'population'])
        .default('relevance')
        .meta({ description: 'Best match first, or most graded first.' }),
      category,
      year,
      grader: grader.optional().meta({
        description: 'Only cards that this grader has graded: psa, beckett, sgc or cgc.',
      }),
    }),
    output: searchSimple.data,
    run: (client, input) => client.searchSimple(input),
    hintOf({ results, has_more, total }, input) {
      if (has_more) return `Set page to ${input.page + 1} for more of the ${total} matches.`;
      if ((results as unknown[]).length > 0) return undefined;
      if (input.page > 1) return `Page ${input.page} is empty: there are ${total} matches.`;
      const filters = [input.category, input.year, input.grader].some(
        (value) => value !== undefined,
      );
      return (
        'No card matches, even after typos were corrected and words were dropped. Use fewer words: the name of the card and its year or set.' +
        (filters ? ' Or omit category, year and grader.' : '')
      );
    },
  }),
  defineTool({
    name: 'search_structured',
    title: "Search graders' cards",
    description:
      'Finds the cards of each grader separately, up to 25 per grader, with scores. All words must match one grader card as whole words: typos, nicknames and incomplete words find nothing. Use search_cards for what people type.',
    input: z.object({ query: searchText, grader: graderFilter }),
    output: searchStructured.data,
    run: (client, input) => client.searchStructured(input),
    hintOf: ({ results }) =>
      Object.values(results as Record<string, unknown[]>).some(({ length }) => length > 0)
        ? undefined
        : 'No grader card has all of these words exactly. Try search_cards, which corrects typos and drops words.',
  }),
  defineTool({
    name: 'suggest_search',
    title: 'Complete a search',
    description: 'Completions of an incomplete search text, best first: queries, sets and cards.',
    input: z.object({ query: searchText }),
    output: suggestSearch.data,
    run: (client, input) => client.suggestSearch(input),
    hintOf: ({ suggestions }) =>
      (suggestions as unknown[]).length === 0
        ? 'There are no completions. Try the first letters of a name.'
        : undefined,
  }),
  defineTool({
    name: 'list_sets',
    title: 'Sets',
    description:
      'Sets with their totals, 25 per page, most graded first. All words of query must match.',
    input: z.object({
      query: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Words of category, year and name of the set.' }),
      category,
      year,
      page: page(),
    }),
    output: pageOf(listSets.data),
    run: (client, { page: number, ...filter }) =>
      shortPage(number, SETS_PAGE_SIZE, (of) => client.listSets({ ...filter, page: of })),
    hintOf: hintOfPage(
      'No set matches all of these words. Try fewer words, or omit category and year.',
    ),
  }),
  defineTool({
    name: 'get_set',
    title: 'Set',
    description: 'How many cards a set has, its parallels, and how many copies were graded.',
    input: z.object({ set_id: setId }),
    output: getSet.data,
    run: (client, input) => client.getSet(input.set_id),
  }),
  defineTool({
    name: 'list_set_cards',
    title: 'Cards of a set',
    description: 'The checklist of a set with totals, 25 cards per page.',
    input: z.object({
      set_id: setId,
      sort: z
        .enum(['number', 'name', 'population', 'gem_total', 'gem_rate', ...GRADERS])
        .default('number')
        .meta({ description: 'Order of the cards.' }),
      order: z.enum(['asc', 'desc']).optional().meta({
        description: 'Direction of sort. population asc lists the scarcest cards first.',
      }),
      parallel: z.string().optional().meta({
        description: 'Only this parallel, as in parallels of get_set. Empty for the base cards.',
      }),
      has_gem: z.boolean().optional().meta({
        description: 'Only cards with gem copies, or only cards without.',
      }),
      page: page(),
    }),
    output: pageOf(listSetCards.data),
    run: (client, { set_id, page: number, ...order }) =>
      shortPage(number, SET_CARDS_PAGE_SIZE, (of) =>
        client.listSetCards(set_id, { ...order, page: of }),
      ),
    hintOf: hintOfPage('This set has no cards.'),
  }),
];

function hintOfPage(empty: string) {
  return (data: Record<string, unknown>): string | undefined => {
    const { items, pagination } = data as unknown as ListPage<unknown>;
    const { page: number, total_pages: pages, next_page: next } = pagination;
    if (next) return `Set page to ${next} for more.`;
    if (items.length > 0) return undefined;
    return pages > 0 ? `Page ${number} is empty: the last page is ${pages}.` : empty;
  };
}
