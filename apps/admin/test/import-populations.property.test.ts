import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cardId, createTestDatabase, csv, directoryOf, type TestDatabase } from './admin.js';

/**
 * A population row: its week, the number of copies graded PSA 10, and the number of the import that contains the row.
 */
interface ImportedCounts {
  readonly week: number;
  readonly tens: number;
  readonly load: number;
}

const WEEKS = 12;
const LOADS = 3;

const rowsOfCard = fc.uniqueArray(
  fc.record({
    week: fc.integer({ min: 0, max: WEEKS - 1 }),
    tens: fc.integer({ min: 0, max: 2 }),
    load: fc.integer({ min: 0, max: LOADS - 1 }),
  }),
  { selector: ({ week }) => week, minLength: 1, maxLength: WEEKS },
);

// Starting `admin` is slow, so all cards of a generated example share a few imports.
const example = fc.array(rowsOfCard, { minLength: 60, maxLength: 60 });

const date = (week: number): string =>
  new Date(Date.UTC(2023, 10, 3 + 7 * week)).toISOString().slice(0, 10);

interface Card {
  readonly history: [week: string, tens: number][];
  readonly newest: { tens: number; total: number; updated: string; first: string; changed: string };
}

/** Imports the cards of an example, and reads the resulting history and latest counts of each card. */
async function loadAll(cards: ImportedCounts[][]): Promise<Card[]> {
  const database = await createTestDatabase();
  try {
    const entries = cards.map((_, card) => [cardId(card), 'psa', `${card}`]);
    const cardsFile = csv('card_id,grader,description', ...entries);
    for (let load = 0; load < LOADS; load += 1) {
      const rows = cards.flatMap((counts, card) =>
        counts
          .filter((row) => row.load === load)
          .map((row) => [cardId(card), date(row.week), { psa_10: row.tens }]),
      );
      const populations = csv('card_id,date,grades', ...rows);
      const files = { 'cards.csv': cardsFile, 'populations.csv': populations };
      const directory = await directoryOf(files);
      expect((await database.admin('import', directory, '--strict')).status).toBe(0);
      const again = (await database.json('import', directory)).result.files.populations;
      expect(again).toMatchObject({ added: 0, changed: 0, unchanged: rows.length });
    }
    await expectGains(database);
    return await database.query<Card & Record<string, unknown>>(`
      select (
        select json_agg(json_build_array(h.recorded_on, h.grades[19]) order by h.recorded_on)
        from population_history h where h.card = c.id
      ) as history, (
        select json_build_object('tens', p.grades[19], 'total', p.total, 'updated', p.updated_on,
          'first', p.first_recorded, 'changed', p.changed_on)
        from latest_populations p where p.card = c.id
      ) as newest
      from cards c order by c.description::integer`);
  } finally {
    await database.drop();
  }
}

/** Expects the gains in the last 30 days to equal the growth in the history. */
async function expectGains(database: TestDatabase): Promise<void> {
  const rows = await database.query<{ gained: number; grown: number }>(`
    select coalesce((select sum(copies) from recent_gains g where g.card = c.id and g.recorded_on > as_of - 30), 0)::integer as gained,
      newest.total - (
        select h.grades[19] from population_history h where h.card = c.id
        order by h.recorded_on > as_of - 30, case when h.recorded_on > as_of - 30 then h.recorded_on - as_of else as_of - h.recorded_on end
        limit 1
      ) as grown
    from dataset, cards c join populations newest on newest.card = c.id`);
  expect(rows.map(({ gained }) => gained)).toEqual(rows.map(({ grown }) => grown));
  expect(rows.some(({ gained }) => gained !== 0)).toBe(true);
}

/** Expands recorded counts to a series with the latest count on or before each date. */
function seriesOf(recorded: [date: string, tens: number][]): (number | undefined)[] {
  return Array.from(
    { length: WEEKS },
    (_, week) => recorded.findLast(([on]) => on <= date(week))?.[1],
  );
}

const recordedOf = (rows: ImportedCounts[]): [string, number][] =>
  rows.map(({ week, tens }): [string, number] => [date(week), tens]).sort();

/** Returns the rows whose counts differ from those of the previous date. */
const changesIn = (recorded: [string, number][]): [string, number][] =>
  recorded.filter(([, tens], at) => tens !== recorded[at - 1]?.[1]);

function expectSameSeries({ history }: Card, rows: ImportedCounts[]): void {
  expect(seriesOf(history)).toEqual(seriesOf(recordedOf(rows)));
}

function expectCountsOfLastImport({ history, newest }: Card, rows: ImportedCounts[]): void {
  const series = seriesOf(history);
  const last = Math.max(...rows.map(({ load }) => load));
  for (const { week, tens } of rows.filter(({ load }) => load === last)) {
    expect(series[week]).toBe(tens);
  }
  expect(series[WEEKS - 1]).toBe(newest.tens);
}

const place = (week: number): number => Math.floor((week * LOADS) / WEEKS);

it.each<[string, (row: ImportedCounts) => number, (card: Card, rows: ImportedCounts[]) => void]>([
  [
    'the changes of any order of rows in one import',
    () => 0,
    ({ history }, rows) => expect(history).toEqual(changesIn(recordedOf(rows))),
  ],
  ['the series of several imports in date order', ({ week }) => place(week), expectSameSeries],
  [
    'the series of several imports in reverse date order',
    ({ week }) => LOADS - 1 - place(week),
    expectSameSeries,
  ],
  ['all counts from the last of several imports', ({ load }) => load, expectCountsOfLastImport],
])(
  'population imports store %s, and the counts of the latest date',
  async (_what, loadOf, check) => {
    await fc.assert(
      fc.asyncProperty(example, async (generated) => {
        const cards = generated.map((rows) => rows.map((row) => ({ ...row, load: loadOf(row) })));
        const stored = await loadAll(cards);
        for (const [at, rows] of cards.entries()) {
          const card = stored[at] as Card;
          const recorded = recordedOf(rows);
          const [updated, tens] = recorded.at(-1) as [string, number];
          const changed = changesIn(card.history).at(-1)?.[0];
          const [[first] = []] = recorded;
          expect(card.newest).toEqual({ tens, total: tens, updated, first, changed });
          check(card, rows);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
  120_000,
);
