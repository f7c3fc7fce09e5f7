import { getUsage, listCatalogs, listGrades } from '@gcd/contracts';
import { z } from 'zod';
import { defineTool, type Tool } from '../tool.js';

/** Tools for the dataset as a whole and for the client's key. */
export const ACCOUNT_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_grades',
    title: 'Grades',
    description: "Every universal grade, lowest first, with each grader's key and label.",
    input: z.object({}),
    output: z.object({ grades: listGrades.data }),
    run: async (client) => ({ grades: await client.listGrades() }),
  }),
  defineTool({
    name: 'list_catalogs',
    title: 'Catalogs',
    description:
      'The CSV files with all cards: rows, size, age, and whether the key may download them. The files are too large to read with this tool.',
    input: z.object({}),
    output: z.object({ catalogs: listCatalogs.data }),
    run: async (client) => ({ catalogs: await client.listCatalogs() }),
  }),
  defineTool({
    name: 'get_usage',
    title: 'Usage',
    description:
      "The limits of the key's plan and how much of each is left. This request is not charged.",
    input: z.object({}),
    output: getUsage.data,
    run: (client) => client.getUsage(),
  }),
];
