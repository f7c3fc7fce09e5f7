import { describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf } from './admin.js';
import { database, startWith } from './new-database.js';

startWith({
  'cards.csv': csv(
    'card_id,grader,description',
    [cardId('psa'), 'psa', 'x'],
    [cardId('sgc'), 'sgc', 'y'],
  ),
});

/** A population row: its date, the number of copies graded PSA 10, and the columns `auto_grades` and `qualifiers`. */
type ImportedCounts = [date: string, tens: number, ...rest: object[]];

/** Imports rows of `populations.csv` for one PSA card. */
async function load(...rows: ImportedCounts[]) {
  const directory = await directoryOf({
    'populations.csv': csv(
      'card_id,date,grades,auto_grades,qualifiers',
      ...rows.map(([date, tens, autos = {}, qualifiers = {}]) => [
        ...[cardId('psa'), date, { psa_10: tens, psa_1: 100 }, autos, qualifiers],
      ]),
    ),
  });
  const { result } = await database.json('import', directory, '--strict');
  const { files, version, as_of: asOf } = result;
  const { added, changed, unchanged, rejected } = files.populations;
  return { counts: [added, changed, unchanged], rejected, version, asOf };
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
    from latest_populations`);
  return row;
}

describe('a population import', () => {
  it("stores a card's first row and records it as the card's first change", async () => {
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

  it('advances only the date of the latest counts if a later row repeats the counts', async () => {
    await load(['2024-03-01', 5]);
    expect(await load(['2024-03-08', 5])).toMatchObject({ counts: [0, 1, 0], asOf: '2024-03-08' });
    expect(await newest()).toMatchObject({ updated: '2024-03-08', changed: '2024-03-01' });
    expect(await history()).toEqual(['2024-03-01 5']);
    expect(await load(['2024-03-08', 5])).toMatchObject({ counts: [0, 0, 1], version: 3 });
  });

  it('replaces the autographed counts for the latest date', async () => {
    await load(['2024-03-01', 5, { psa_10: 1 }]);
    expect((await load(['2024-03-01', 5, { psa_10: 2 }])).counts).toEqual([0, 1, 0]);
    expect(await newest()).toMatchObject({ autos: 2, changed: '2024-03-01' });
    expect(await history()).toEqual(['2024-03-01 5']);
  });
});

describe('several population rows for one card in one import', () => {
  it('are rejected if they contradict each other for the same date', async () => {
    expect((await load(['2024-03-01', 5], ['2024-03-01', 6], ['2024-03-01', 5])).rejected).toBe(1);
  });
});
