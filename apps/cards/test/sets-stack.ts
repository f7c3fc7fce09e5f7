import { type OwnServices, startOwnServices } from '@gcd/testing/own-services.js';

/** A row of `cards.csv`. The default grader is psa, and the default category is `Test`. */
export interface CardFile {
  /** Up to 4 hexadecimal digits that identify the card. They are also its default description. */
  readonly card: string;
  readonly grader?: string;
  readonly description?: string;
  readonly category?: string;
  readonly set?: string;
  readonly number?: string;
  readonly name?: string;
  readonly parallel?: string;
}

/** Counts of one grader card on one date: card, date, number of copies, and number of gem copies. */
export type PopulationFile = readonly [card: string, date: string, copies: number, gems?: number];

/** A cards service with its own empty database. */
export interface SetsStack extends Omit<OwnServices, 'load'> {
  /** Imports a dataset. In `matches`, an empty universal card id unmatches the card. */
  load(
    cards: readonly CardFile[],
    populations?: readonly PopulationFile[],
    matches?: readonly (readonly [card: string, universal: string])[],
  ): Promise<void>;
}

/** Expands a short name to a card id. @param name up to 4 hexadecimal digits */
export const id = (name: string): string => name.padStart(4, '0').repeat(10);

/** Starts a {@link SetsStack}. @param name name of its database */
export async function startSetsStack(name: string): Promise<SetsStack> {
  const services = await startOwnServices(name, 'cards', 'search');
  return {
    ...services,
    async load(cards, populations = [], matches = []) {
      const graders = new Map(cards.map(({ card, grader = 'psa' }) => [card, grader]));
      const files: Record<string, string[]> = {
        'cards.csv': [
          'card_id,grader,description,category,year,set_name,card_number,name,parallel',
          ...cards.map(({ card, grader = 'psa', description = card, ...rest }) => {
            const { category = 'Test', set = 'Set', number = '', name = '', parallel = '' } = rest;
            const parts = [category, 2020, set, number, name, parallel];
            return [id(card), grader, description, ...parts].join(',');
          }),
        ],
        'populations.csv': [
          'card_id,date,grades',
          ...populations.map(([card, date, copies, gems = 0]) => {
            const grader = graders.get(card) ?? 'psa';
            return `${id(card)},${date},"{""${grader}_9"":${copies - gems},""${grader}_10"":${gems}}"`;
          }),
        ],
        'matches.csv': [
          'card_id,universal_card_id',
          ...matches.map(([card, universal]) => `${id(card)},${universal && id(universal)}`),
        ],
      };
      await services.load(
        Object.fromEntries(
          Object.entries(files)
            .filter(([, lines]) => lines.length > 1)
            .map(([file, lines]) => [file, `${lines.join('\n')}\n`]),
        ),
      );
    },
  };
}
