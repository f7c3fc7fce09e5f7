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

  it('does not rewrite stored counts that have not changed', async () => {
    const ids = Array.from({ length: 600 }, (_, index) => cardId(`many ${index}`));
    const cardsFile = csv('card_id,grader,description', ...ids.map((id) => [id, 'psa', 'x']));
    const importDay = async (date: string, rows: string[], copies = 1) => {
      const counts = rows.map((id) => [id, date, { psa_10: copies }]);
      const populations = csv('card_id,date,grades', ...counts);
      const files = { 'cards.csv': cardsFile, 'populations.csv': populations };
      await database.json('import', await directoryOf(files), '--strict');
    };
    const stored = async () => {
      const rows = await database.query<{ id: string; version: string; date: string }>(
        `select encode(c.card_id, 'hex') as id, p.xmin::text as version, to_char(l.updated_on, 'YYYY-MM-DD') as date
         from cards c join populations p on p.card = c.id join latest_populations l on l.card = c.id`,
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    };
    await importDay('2024-03-01', ids);
    const before = await stored();
    const [, other = ''] = ids;
    const even = ids.filter((_, index) => index % 2 === 0);
    await importDay('2024-03-04', even);
    await importDay('2024-03-03', [...even.slice(0, 1), other]);
    const dates = ['2024-03-04', '2024-03-01'];
    const restated = before.map((row, index) => ({ ...row, date: dates[index % 2] }));
    restated[1] = { ...before[1], date: '2024-03-03' };
    expect(await stored()).toEqual(restated);
    await importDay('2024-03-05', [other], 2);
    const after = await stored();
    expect(
      after.flatMap((row, index) => (row?.version === before[index]?.version ? [] : index)),
    ).toEqual([1]);
  });

  it('replaces the counts for the latest date, and records a change if they differ', async () => {
    await load(['2024-03-01', 5], ['2024-03-08', 6]);
    expect((await load(['2024-03-08', 7])).counts).toEqual([0, 1, 0]);
    expect(await newest()).toMatchObject({ tens: 7, total: 107, changed: '2024-03-08' });
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7']);
    // The counts of 2024-03-15 first equal the previous ones, so the date gets no history row. Importing different
    // counts for that date adds the row.
    await load(['2024-03-15', 7]);
    expect((await load(['2024-03-15', 8])).counts).toEqual([0, 1, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7', '2024-03-15 8']);
    // Importing the previous counts for 2024-03-15 makes the change on 2024-03-08 the latest one again.
    await load(['2024-03-15', 7]);
    expect(await newest()).toMatchObject({ tens: 7, updated: '2024-03-15', changed: '2024-03-08' });
  });

  it('replaces the autographed counts for the latest date', async () => {
    await load(['2024-03-01', 5, { psa_10: 1 }]);
    expect((await load(['2024-03-01', 5, { psa_10: 2 }])).counts).toEqual([0, 1, 0]);
    expect(await newest()).toMatchObject({ autos: 2, changed: '2024-03-01' });
    expect(await history()).toEqual(['2024-03-01 5']);
  });

  it('inserts a row between two stored dates, and keeps the counts recorded on both', async () => {
    await load(['2024-03-01', 5], ['2024-03-22', 5]);
    expect((await load(['2024-03-08', 6])).counts).toEqual([1, 0, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 6', '2024-03-22 5']);
    expect(await newest()).toMatchObject({ tens: 5, updated: '2024-03-22', changed: '2024-03-22' });
    expect((await load(['2024-03-15', 6])).counts).toEqual([0, 0, 1]);
    expect((await load(['2024-03-08', 7])).counts).toEqual([0, 1, 0]);
    expect(await history()).toEqual(['2024-03-01 5', '2024-03-08 7', '2024-03-22 5']);
  });
});

describe('several population rows for one card in one import', () => {
  it('are rejected if they contradict each other for the same date', async () => {
    expect((await load(['2024-03-01', 5], ['2024-03-01', 6], ['2024-03-01', 5])).rejected).toBe(1);
  });
});

it('an import rejects counts whose total across all graders could exceed the largest integer', async () => {
  const graders = ['psa', 'beckett', 'sgc', 'cgc'];
  const most = 536_870_911;
  const counted = (date: string, count: number) =>
    graders.map((grader) => [cardId(grader), date, { [`${grader}_9`]: count }]);
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description,universal_card_id',
      ...graders.map((grader) => [cardId(grader), grader, 'x', cardId('psa')]),
    ),
    'populations.csv': csv(
      'card_id,date,grades',
      ...counted('2024-03-01', 0),
      ...counted('2024-03-02', most),
      ...counted('2024-03-03', most + 1),
    ),
  });
  const { status, result } = await database.json('import', directory);
  expect(status).toBe(1);
  expect(result.files.populations).toMatchObject({ added: 8, rejected: 4 });
  const total = most * graders.length;
  expect(await database.query('select distinct added from movers')).toEqual([{ added: total }]);
  expect(await database.query('select total from set_cards')).toEqual([{ total }]);
});
