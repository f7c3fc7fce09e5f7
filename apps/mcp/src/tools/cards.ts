import {
  getActivity,
  getCard,
  getCardHistory,
  getCardPopulation,
  getCardPopulations,
  listChanges,
  listMovers,
} from '@gcd/contracts';
import { z } from 'zod';
import { cardId, category, graderFilter, growthIf, limit, withGrowth } from '../inputs.js';
import { defineTool, type Tool } from '../tool.js';

/** Maximum number of populations with all grades that fit into a result. */
const MAX_POPULATIONS = 12;
const MAX_CHANGES = 1000;
const MAX_CHANGES_WITH_POPULATIONS = 150;

interface History {
  readonly population: {
    readonly population_data: {
      readonly by_grader: Readonly<Record<string, { readonly history: unknown[] }>>;
    };
  };
}

/** Tools whose input is a card id. */
export const CARD_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'get_card',
    title: 'Card',
    description: "A card's identity and population.",
    input: z.object({ card_id: cardId, grader: graderFilter, with_growth: withGrowth }),
    output: getCard.data,
    run: (client, { card_id, grader, with_growth }) =>
      client.getCard(card_id, { grader, ...growthIf(with_growth) }),
  }),
  defineTool({
    name: 'get_card_population',
    title: 'Population of a card',
    description: 'The graded copies of a card by grader and grade.',
    input: z.object({ card_id: cardId, grader: graderFilter, with_growth: withGrowth }),
    output: getCardPopulation.data,
    run: (client, { card_id, grader, with_growth }) =>
      client.getCardPopulation(card_id, { grader, ...growthIf(with_growth) }),
  }),
  defineTool({
    name: 'get_card_populations',
    title: 'Populations of several cards',
    description: `The populations of up to ${MAX_POPULATIONS} cards in one request, which is charged once per card. Unknown ids are in not_found, and results has one entry per id. For the totals of many cards of a set, use list_set_cards.`,
    input: z.object({
      card_ids: z.array(cardId).min(1).max(MAX_POPULATIONS),
      grader: graderFilter,
      with_growth: withGrowth,
    }),
    output: getCardPopulations.data,
    run: (client, { card_ids, grader, with_growth }) =>
      client.getCardPopulations(card_ids, { grader, ...growthIf(with_growth) }),
  }),
  defineTool({
    name: 'get_card_history',
    title: 'History of a population',
    description:
      "A card's population over the last three years, as totals by grader and date. Counts before first_recorded are 0. with_grades adds the count of each grade. Requires the permission history.",
    input: z.object({
      card_id: cardId,
      grader: graderFilter,
      interval: z
        .enum(['two_week', 'week'])
        .default('two_week')
        .meta({ description: 'Interval between two dates.' }),
      from: z.iso
        .date()
        .optional()
        .meta({ description: 'First day, such as 2026-01-31. Default: three years ago.' }),
      to: z.iso
        .date()
        .optional()
        .meta({ description: 'Last day. Default: the newest day in the data.' }),
      with_grades: z.boolean().default(false).meta({
        description: 'Adds the count of each grade at each date. Set grader and from as well.',
      }),
    }),
    output: getCardHistory.data,
    longList: {
      of: (data) =>
        Object.values((data as unknown as History).population.population_data.by_grader).map(
          ({ history }) => history,
        ),
      keep: 'last',
      hint: 'Set grader, from and to to get earlier dates, or omit with_grades.',
    },
    run: (client, { card_id, with_grades, ...query }) =>
      client.getCardHistory(card_id, {
        ...query,
        ...(!with_grades && { fields: 'totals' as const }),
      }),
  }),
  defineTool({
    name: 'list_movers',
    title: 'Movers',
    description: 'The cards that gained the most copies in the last week or month of the data.',
    input: z.object({
      window: z.enum(['week', 'month']).default('week'),
      metric: z
        .enum(['copies', 'gems'])
        .default('copies')
        .meta({ description: 'What is counted: all copies, or gem copies only.' }),
      category,
      limit: limit(20, 100),
    }),
    output: listMovers.data,
    longList: {
      of: ({ results }) => [results as unknown[]],
      keep: 'first',
      hint: 'Set category to get the movers of one category.',
    },
    async run(client, { limit: most, ...query }) {
      const movers = await client.listMovers(query);
      return { ...movers, results: movers.results.slice(0, most) };
    },
    hintOf: ({ results }, { category: only, limit: most }) => {
      const { length } = results as unknown[];
      if (length > 0) {
        return length === most && most < 100
          ? 'There may be more: set limit up to 100.'
          : undefined;
      }
      return only === undefined
        ? 'No copies were added in this window.'
        : `No copies were added in the category "${only}". list_sets shows how categories are spelled.`;
    },
  }),
  defineTool({
    name: 'get_activity',
    title: 'Activity',
    description: 'Totals of the data, and the copies that each grader added per week or month.',
    input: z.object({
      interval: z.enum(['week', 'month']).default('week'),
      date: z.iso.date().optional().meta({
        description: 'Adds the leading cards, sets and names of the period with this date.',
      }),
    }),
    // The leaders have the fields of movers and sets. A model reads this schema in every conversation.
    output: getActivity.data.extend({ leaders: z.looseObject({}).nullable() }),
    longList: {
      of: ({ periods }) => [periods as unknown[]],
      keep: 'last',
      hint: 'Set interval to month for fewer periods.',
    },
    run: (client, query) => client.getActivity(query),
  }),
  defineTool({
    name: 'list_changes',
    title: 'Changes',
    description: `Ids of cards whose population or matching changed, oldest change first. Continue with next_cursor while has_more is true. Requires the permission changes.`,
    input: z.object({
      since: z.iso
        .date()
        .optional()
        .meta({ description: 'First day in UTC, at most 30 days ago. Default: today.' }),
      cursor: z.string().optional().meta({ description: '`next_cursor` of the previous page.' }),
      limit: limit(100, MAX_CHANGES),
      with_populations: z
        .boolean()
        .default(false)
        .meta({
          description: `Adds the counts of each card and why it changed. A page then has at most ${MAX_CHANGES_WITH_POPULATIONS} cards.`,
        }),
    }),
    output: listChanges.data,
    run: (client, { with_populations, limit: most, ...position }) =>
      with_populations
        ? client.listChanges({
            ...position,
            limit: Math.min(most, MAX_CHANGES_WITH_POPULATIONS),
            include: 'population',
          })
        : client.listChanges({ ...position, limit: most }),
    hintOf: ({ count, has_more, since }) => {
      if (has_more)
        return 'There are more changes: request the next page with next_cursor as cursor.';
      return count === 0
        ? `There are no changes after this position (since ${since}). Keep next_cursor for later, or set since to an earlier day.`
        : undefined;
    },
  }),
];
