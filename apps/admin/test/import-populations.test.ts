import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  removeDirectories,
  type TestDatabase,
} from './admin.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      [cardId('psa'), 'psa', 'x'],
      [cardId('sgc'), 'sgc', 'y'],
    ),
  });
  await database.admin('import', directory);
});
afterEach(() => database.drop());
afterAll(removeDirectories);

type ImportedCounts = [date: string, tens: number, ...rest: object[]];

/** Imports rows of the psa card with a number of psa_10, and other values of a row. */
async function load(...rows: ImportedCounts[]) {
  const directory = await directoryOf({
    'populations.csv': csv(
      'card_id,date,grades,auto_grades,qualifiers,auto_qualifiers',
      ...rows.map(([date, tens, autos = {}, qualifiers = {}, autoQualifiers = {}]) => [
        cardId('psa'),
        date,
        { psa_10: tens, psa_1: 100 },
        autos,
        qualifiers,
        autoQualifiers,
      ]),
    ),
  });
  const { result } = await database.json('import', directory, '--strict');
  const { added, changed, unchanged, rejected } = result.files.populations;
  return {
    counts: [added, changed, unchanged],
    rejected,
    version: result.version,
    asOf: result.as_of,
  };
}

async function history(): Promise<string[]> {
  const rows = await database.query<{ row: string }>(
    `select to_char(recorded_on, 'YYYY-MM-DD') || ' ' || grades[19] as row from population_history order by recorded_on`,
  );
  return rows.map(({ row }) => row);
}

async function newest() {
  const [row] = await database.query(`
    select grades[19] as tens, auto_grades[19] as autos, total, gem_total, to_char(first_recorded, 'YYYY-MM-DD') as first,
      to_char(updated_on, 'YYYY-MM-DD') as updated, to_char(changed_on, 'YYYY-MM-DD') as changed
    from populations`);
  return row;
}

describe('a population row', () => {
  it('that is the first of its card is stored and counts as its first change', async () => {
    const outcome = await load(['2024-03-01', 5, { psa_10: 2 }, { psa_q8: 4 }]);
    expect(outcome).toMatchObject({ counts: [1, 0, 0], version: 2, asOf: '2024-03-01' });
    expect(await newest()).toEqual({
      tens: 5,
      autos: 2,
      total: 109,
      gem_total: 5,
      first: '2024-03-01',
      updated: '2024-03-01',
      changed: '2024-03-01',
    });
    expect(await history()).toEqual(['2024-03-01 5']);
  });

  it('that equals the latest counts only moves the date', async () => {
    await load(['2024-03-01', 5]);
    expect(await load(['2024-03-08', 5])).toMatchObject({ counts: [0, 1, 0], asOf: '2024-03-08' });
    expect(await newest()).toMatchObject({ updated: '2024-03-08', changed: '2024-03-01' });
    expect(await history()).toEqual(['2024-03-01 5']);
    expect(await load(['2024-03-08', 5])).toMatchObject({ counts: [0, 0, 1], version: 3 });
  });

  it('that is later and different is a change, up or down', async () => {
    await load(['2024-03-01', 5]);
    expect((await load(['2024-03-08', 4])).counts).toEqual([1, 0, 0]);
    expect(await newest()).toMatchObject({ tens: 4, updated: '2024-03-08', changed: '2024-03-08' });
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 4']);
  });

  it('for the latest date replaces it, and is a change if it differs', async () => {
    await load(['2024-03-01', 5], ['2024-03-08', 6]);
    expect((await load(['2024-03-08', 7])).counts).toEqual([0, 1, 0]);
    expect(await newest()).toMatchObject({ tens: 7, total: 107, changed: '2024-03-08' });
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7']);
    // The latest date had no row of its own in the history, and now needs one.
    await load(['2024-03-15', 7]);
    expect((await load(['2024-03-15', 8])).counts).toEqual([0, 1, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7', '2024-03-15 8']);
    // Back to the earlier value: the last change is the earlier one again.
    await load(['2024-03-15', 7]);
    expect(await newest()).toMatchObject({ tens: 7, updated: '2024-03-15', changed: '2024-03-08' });
  });

  it('for the latest date with other autographed counts replaces those', async () => {
    await load(['2024-03-01', 5, { psa_10: 1 }]);
    expect((await load(['2024-03-01', 5, { psa_10: 2 }])).counts).toEqual([0, 1, 0]);
    expect(await newest()).toMatchObject({ autos: 2, changed: '2024-03-01' });
    expect(await history()).toEqual(['2024-03-01 5']);
  });

  it('older than all others only adds to the history', async () => {
    await load(['2024-03-01', 5]);
    expect(await load(['2023-12-31', 9])).toMatchObject({ counts: [1, 0, 0], asOf: '2024-03-01' });
    expect(await newest()).toMatchObject({
      tens: 5,
      first: '2023-12-31',
      updated: '2024-03-01',
      changed: '2024-03-01',
    });
    expect(await history()).toEqual(['2023-12-31 9', '2024-03-01 5']);
  });

  it('in between changes the value from its date to the next stored one', async () => {
    await load(['2024-03-01', 5], ['2024-03-22', 5]);
    expect((await load(['2024-03-08', 6])).counts).toEqual([1, 0, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 6', '2024-03-22 5']);
    expect(await newest()).toMatchObject({ tens: 5, updated: '2024-03-22', changed: '2024-03-22' });
    expect((await load(['2024-03-15', 6])).counts).toEqual([0, 0, 1]);
    expect((await load(['2024-03-08', 7])).counts).toEqual([0, 1, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7', '2024-03-22 5']);
  });

  it('of a grader without qualifiers may contain no counts at all', async () => {
    const rows = csv('card_id,date,grades', [cardId('sgc'), '2024-03-01', {}]);
    await database.admin('import', await directoryOf({ 'populations.csv': rows }));
    const [row] = await database.query('select grades, qualifiers, total from populations');
    expect(row).toEqual({ grades: new Array(21).fill(0), qualifiers: [], total: 0 });
  });
});

describe('several rows of a card in one import', () => {
  it('may be in any order, over years, and are counted by their effect', async () => {
    const rows: ImportedCounts[] = [
      ['2025-01-03', 7],
      ['2023-05-05', 5],
      ['2024-02-02', 5],
      ['2023-12-29', 6],
      ['2025-01-10', 7],
      ['2024-02-09', 5],
    ];
    expect((await load(...rows)).counts).toEqual([4, 1, 1]);
    expect(await history()).toEqual([
      '2023-05-05 5',
      '2023-12-29 6',
      '2024-02-02 5',
      '2025-01-03 7',
    ]);
    expect(await newest()).toMatchObject({
      first: '2023-05-05',
      updated: '2025-01-10',
      changed: '2025-01-03',
    });
    expect(await load(...rows)).toMatchObject({ counts: [0, 0, 6], version: 2 });
  });

  it('must not contradict each other on a date', async () => {
    expect((await load(['2024-03-01', 5], ['2024-03-01', 6], ['2024-03-01', 5])).rejected).toBe(1);
  });
});
