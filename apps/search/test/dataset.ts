import { afterAll, beforeAll } from '@jest/globals';
import { type SearchStack, STACK_TIMEOUT_MS, startSearchStack } from './search-stack.js';

/** A card of a test dataset. */
export interface Card {
  readonly grader: string;
  readonly year?: string;
  readonly set: string;
  readonly name: string;
  readonly number: string;
  /** Number of graded copies. */
  readonly copies: number;
  /** Index of the card that this card is matched with. */
  readonly matched?: number;
}

/** Returns the id of the card with this index. */
export const idOf = (index: number) => index.toString(16).padStart(40, '0');

/** Returns the files of a dataset whose card ids are the indexes of the cards. */
function dataset(cards: readonly Card[]): Record<string, string> {
  const csv = (header: string, rows: (readonly (string | number)[])[]) =>
    [header, ...rows.map((row) => row.join(','))].join('\n');
  return {
    'cards.csv': csv(
      'card_id,grader,description,year,set_name,name,card_number',
      cards.map(({ grader, year = '2001', set, name, number }, index) => [
        idOf(index),
        grader,
        `${year} ${set} ${name} #${number}`,
        year,
        set,
        name,
        number,
      ]),
    ),
    'matches.csv': csv(
      'card_id,universal_card_id',
      cards.flatMap(({ matched }, index) =>
        matched === undefined ? [] : [[idOf(index), idOf(matched)]],
      ),
    ),
    'populations.csv': csv(
      'card_id,date,grades',
      cards.map(({ grader, copies }, index) => [
        idOf(index),
        '2026-01-02',
        `"{""${grader}_9"":${copies}}"`,
      ]),
    ),
  };
}

export let search: SearchStack;

/** Starts a {@link SearchStack} with these cards for all tests of a file. @param database name of its database */
export function searchIn(database: string, cards: readonly Card[]): void {
  beforeAll(async () => {
    search = await startSearchStack(database);
    await search.load(dataset(cards));
  }, STACK_TIMEOUT_MS);
  afterAll(() => search?.stop());
}

/** Returns the data of a simple search. */
export const simpleSearch = (query: string) =>
  search.get(`/v1/cards/search/simple?${new URLSearchParams({ query })}`);
