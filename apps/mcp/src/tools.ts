import type { GradedCardDataClient } from '@gcd/client';
import { z } from 'zod';

/** A tool for assistants. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** @returns the result, to be serialized as JSON */
  run(client: GradedCardDataClient, input: z.infer<Input>): Promise<unknown>;
}

// Keeps the type of the input.
function tool<Input extends z.ZodObject>(declared: Tool<Input>): Tool {
  return declared as unknown as Tool;
}

const grader = z
  .enum(['psa', 'beckett', 'sgc', 'cgc', 'bgs', 'bvg', 'bccg', 'csg'])
  .describe('Grading company. bgs, bvg and bccg mean beckett, csg means cgc.');
const onlyGrader = grader.optional().describe('Only the data of this grader.');
const cert = z.string().min(1).max(64).describe('Number on the label of the graded copy.');
const cardId = z
  .string()
  .regex(/^[0-9a-fA-F]{40}$/)
  .describe('Card id: universal, or of a grader card.');
const specId = z.string().min(1).describe("The grader's own number for the card.");
const setId = z
  .string()
  .regex(/^[0-9a-fA-F]{40}$/)
  .describe('Id of a set: set_id of a card or of search_sets.');
const page = z.int().min(1).max(1_000_000).default(1);
const category = z.string().max(200).optional().describe('Only this category, such as Pokemon.');
const words = z
  .string()
  .min(1)
  .max(200)
  .describe('Best in this order: year, set, name, parallel, card number.');

/** One tool per operation, except catalog downloads, which are too large for an assistant. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'lookup_cert',
    title: 'Look up a cert',
    description: 'One graded copy: its card, its grade, and how many copies have that grade.',
    input: z.object({ grader, cert }),
    run: (client, input) => client.lookupCert(input.grader, input.cert),
  }),
  tool({
    name: 'lookup_certs',
    title: 'Look up several certs',
    description:
      'Up to 100 graded copies of one grader, in one request that is charged one for each. Unknown numbers are in not_found.',
    input: z.object({ grader, certs: z.array(cert).min(1).max(100) }),
    run: (client, input) => client.lookupCerts(input.grader, input.certs),
  }),
  tool({
    name: 'lookup_authentication',
    title: 'Look up an authentication',
    description: 'A signed item that PSA authenticated without grading a card.',
    input: z.object({ cert }),
    run: (client, input) => client.lookupAuthentication(input.cert),
  }),
  tool({
    name: 'get_cert_population',
    title: 'Population by cert',
    description: 'One graded copy with the population of its card across all graders.',
    input: z.object({ grader, cert }),
    run: (client, input) => client.getCertPopulation(input.grader, input.cert),
  }),
  tool({
    name: 'get_cert_images',
    title: 'Images of a cert',
    description: 'URLs of the images of a graded copy. Needs the permission images.',
    input: z.object({ grader, cert }),
    run: (client, input) => client.getCertImages(input.grader, input.cert),
  }),
  tool({
    name: 'get_card',
    title: 'Card',
    description: 'What a card is, with its population.',
    input: z.object({ card_id: cardId, grader: onlyGrader }),
    run: (client, input) => client.getCard(input.card_id, { grader: input.grader }),
  }),
  tool({
    name: 'get_card_population',
    title: 'Population of a card',
    description: 'How many copies each grader has given each grade.',
    input: z.object({ card_id: cardId, grader: onlyGrader }),
    run: (client, input) => client.getCardPopulation(input.card_id, { grader: input.grader }),
  }),
  tool({
    name: 'get_card_populations',
    title: 'Populations of several cards',
    description:
      'The populations of up to 100 cards, in one request that is charged one for each. Unknown ids are in not_found.',
    input: z.object({ card_ids: z.array(cardId).min(1).max(100), grader: onlyGrader }),
    run: (client, input) => client.getCardPopulations(input.card_ids, { grader: input.grader }),
  }),
  tool({
    name: 'get_card_history',
    title: 'History of a population',
    description:
      "A card's population over the last three years, for each grader. Needs the permission history.",
    input: z.object({
      card_id: cardId,
      grader: onlyGrader,
      interval: z.enum(['two_week', 'week']).default('two_week'),
      from: z.iso.date().optional().describe('First day; defaults to three years ago.'),
      to: z.iso.date().optional().describe('Last day; defaults to the latest in the data.'),
      with_grades: z
        .boolean()
        .default(false)
        .describe(
          'Includes the count of each grade on each date, which is long. By default only totals and gems.',
        ),
    }),
    run: (client, { card_id, with_grades, ...query }) =>
      client.getCardHistory(card_id, { ...query, fields: with_grades ? undefined : 'totals' }),
  }),
  tool({
    name: 'lookup_spec',
    title: 'Look up a spec',
    description: "A grader's own number for a card: the card with its population.",
    input: z.object({
      grader,
      spec_id: specId,
      grader_id2: z
        .string()
        .optional()
        .describe('Distinguishes Beckett cards with the same number.'),
    }),
    run: (client, input) =>
      client.resolveSpec(input.grader, input.spec_id, {
        include: 'population',
        grader_id2: input.grader_id2,
      }),
  }),
  tool({
    name: 'get_spec_population',
    title: 'Population by spec of PSA',
    description: "The population of a PSA spec's card across all graders.",
    input: z.object({ spec_id: specId }),
    run: (client, input) => client.getSpecPopulation(input.spec_id),
  }),
  tool({
    name: 'search_cards',
    title: 'Search cards',
    description:
      'Cards by words, most relevant first, ten per page. All words must match; the last one may be a prefix. ' +
      'If no card has all words, grades and other words about a copy are dropped first, then typos are corrected and words dropped; ' +
      'corrected_query then shows the query that was used. total counts the matches, up to 1000.',
    input: z.object({
      query: words,
      page: z.int().min(1).max(10).default(1),
      category: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Only this category, such as Pokemon.'),
      year: z
        .string()
        .regex(/^\d{4}$/)
        .optional()
        .describe('Only this year, or the season that starts in it.'),
      grader: grader.optional().describe('Only cards that this grader has graded.'),
    }),
    run: (client, input) => client.searchSimple(input),
  }),
  tool({
    name: 'suggest_search',
    title: 'Complete a search',
    description: 'Completions of an incomplete search text: queries and cards, likeliest first.',
    input: z.object({ query: words }),
    run: (client, input) => client.suggestSearch(input),
  }),
  tool({
    name: 'search_entries',
    title: 'Search grader cards',
    description:
      'Grader cards of each grader by words, with scores. All words must match exactly: typos find nothing.',
    input: z.object({ query: words, grader: onlyGrader }),
    run: (client, input) => client.searchStructured(input),
  }),
  tool({
    name: 'search_sets',
    title: 'Search sets',
    description: 'Sets with their totals, fifty per page, most graded first.',
    input: z.object({
      query: z.string().max(200).optional().describe('Words of category, year and name.'),
      category,
      year: z.string().max(200).optional().describe('Only this year, such as 1999 or 2023-24.'),
      page,
    }),
    run: (client, input) => client.listSets(input),
  }),
  tool({
    name: 'get_set',
    title: 'Set',
    description: 'How many cards a set has, and how many copies were graded.',
    input: z.object({ set_id: setId }),
    run: (client, input) => client.getSet(input.set_id),
  }),
  tool({
    name: 'list_set_cards',
    title: 'Cards of a set',
    description: 'The checklist of a set with counts, a hundred per page.',
    input: z.object({
      set_id: setId,
      sort: z.enum(['number', 'population']).default('number'),
      page,
    }),
    run: (client, { set_id, ...query }) => client.listSetCards(set_id, query),
  }),
  tool({
    name: 'list_movers',
    title: 'Movers',
    description:
      'The cards whose population grew most in the last week or month of the data, a hundred at most.',
    input: z.object({
      window: z.enum(['week', 'month']).default('week'),
      metric: z.enum(['copies', 'gems']).default('copies').describe('All copies, or gem copies.'),
      category,
    }),
    run: (client, input) => client.listMovers(input),
  }),
  tool({
    name: 'list_changes',
    title: 'Changes',
    description:
      'Ids of cards whose population or matching changed, in order. Continue with next_cursor. Needs the permission changes.',
    input: z.object({
      since: z.iso
        .date()
        .optional()
        .describe('First day, in UTC, at most 30 days ago; defaults to today.'),
      cursor: z.string().optional().describe('next_cursor of an earlier page.'),
      limit: z.int().min(1).max(1000).default(100),
      with_populations: z
        .boolean()
        .default(false)
        .describe('With the counts of each card, and why it changed.'),
    }),
    run: (client, { with_populations, ...input }) =>
      client.listChanges({ ...input, ...(with_populations && { include: 'population' }) }),
  }),
  tool({
    name: 'list_catalogs',
    title: 'Catalogs',
    description:
      'The CSV files of all cards: rows, size, age, and whether your key may download them.',
    input: z.object({}),
    run: (client) => client.listCatalogs(),
  }),
  tool({
    name: 'list_grades',
    title: 'Grades',
    description: "Every grade, lowest first, with each grader's key and label for it.",
    input: z.object({}),
    run: (client) => client.listGrades(),
  }),
  tool({
    name: 'get_usage',
    title: 'Usage',
    description: 'Limits of your plan, and what is left of them.',
    input: z.object({}),
    run: (client) => client.getUsage(),
  }),
];
