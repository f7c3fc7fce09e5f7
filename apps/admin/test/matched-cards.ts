import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  readCsv,
  type TestDatabase,
} from './admin.js';

/** Maps the first letter of a card's short name to its grader. */
const GRADERS: Record<string, string> = { p: 'psa', b: 'beckett', s: 'sgc', c: 'cgc' };
const NAMES = ['p1', 'p2', 'b1', 'b2', 's1', 's2', 'c1'];

export let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Number of the current test, which makes its card ids unique.
export let test = 0;
/**
 * Number of tests whose cards are imported together. Starting `admin` for each test would take longer than the import.
 */
const TESTS = 25;
const idIn = (ofTest: number, name: string): string =>
  name === '' ? '' : cardId(`${ofTest} ${name}`);
const id = (name: string): string => idIn(test, name);
const CARDS_HEADER = 'card_id,grader,description,year,universal_card_id';
const cardRow = (ofTest: number, name: string, universal = '') => [
  idIn(ofTest, name),
  GRADERS[name[0] ?? ''] ?? '',
  name,
  ofTest,
  idIn(ofTest, universal),
];

beforeEach(async () => {
  if (test % TESTS === 0) {
    const tests = Array.from({ length: TESTS }, (_, index) => test + index + 1);
    const rows = tests.flatMap((each) => NAMES.map((name) => cardRow(each, name)));
    const directory = await directoryOf({ 'cards.csv': csv(CARDS_HEADER, ...rows) });
    expect((await database.admin('import', directory, '--strict')).status).toBe(0);
  }
  test += 1;
});

/**
 * Imports cards with their universal card ids, and decisions about cards. In a decision, `null` unmatches the card, and
 * `?` is an unknown card.
 */
export async function load(cards: [string, string][], decisions: [string, string | null][] = []) {
  const directory = await directoryOf({
    'cards.csv': csv(
      CARDS_HEADER,
      ...cards.map(([name, universal]) => cardRow(test, name, universal)),
    ),
    'matches.csv': csv(
      'card_id,universal_card_id',
      ...decisions.map(([name, universal]) => [id(name), id(universal ?? '')]),
    ),
  });
  const { status, result } = await database.json('import', directory, '--rejects', directory);
  const reasons: string[] = [];
  for (const path of result.rejects) {
    for (const row of await readCsv(path)) {
      const reason = [...NAMES, '?'].reduce(
        (text, name) => text.replace(id(name), name),
        row.reason ?? '',
      );
      reasons.push(`${row.file}:${row.line} ${row.column}: ${reason}`);
    }
  }
  expect(status).toBe(reasons.length ? 1 : 0);
  return { reasons, files: result.files, version: result.version };
}

export const decide = (...decisions: [string, string | null][]) => load([], decisions);

/** Lists the universal cards, each with its promoted grader card first. */
export async function groups(): Promise<string[]> {
  const rows = await database.query<{ members: string }>(`
    select string_agg(c.description, ' ' order by c.id <> u.id, c.description) as members
    from cards c join cards u on u.id = c.universal where c.year = '${test}' group by u.id order by min(u.description)`);
  return rows.map(({ members }) => members);
}
