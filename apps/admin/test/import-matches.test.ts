import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  readCsvText,
  removeDirectories,
  type TestDatabase,
} from './admin.js';

/** Abbreviations of card names: the first letter stands for the grader. */
const GRADERS: Record<string, string> = { p: 'psa', b: 'beckett', s: 'sgc', c: 'cgc' };
const NAMES = ['p1', 'p2', 'b1', 'b2', 's1', 's2', 'c1'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterAll(removeDirectories);

// Makes the card ids of each test unique.
let test = 0;
const id = (name: string): string => (name === '' ? '' : cardId(`${test} ${name}`));
beforeEach(async () => {
  test += 1;
  await load(NAMES.map((name) => [name, '']));
});

/**
 * Imports cards with their universal card ids, and decisions. `null` unmatches a card; `?` is an unknown
 * card.
 */
async function load(cards: [string, string][], decisions: [string, string | null][] = []) {
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description,year,universal_card_id',
      ...cards.map(([name, universal]) => [
        id(name),
        GRADERS[name[0] ?? ''] ?? '',
        name,
        test,
        id(universal),
      ]),
    ),
    'matches.csv': csv(
      'card_id,universal_card_id',
      ...decisions.map(([name, universal]) => [id(name), id(universal ?? '')]),
    ),
  });
  const { status, result } = await database.json('import', directory, '--rejects', directory);
  const reasons: string[] = [];
  for (const path of result.rejects) {
    for (const row of readCsvText(await readFile(path, 'utf8'))) {
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

const decide = (...decisions: [string, string | null][]) => load([], decisions);

/** Lists the universal cards: each begins with its promoted grader card. */
async function groups(): Promise<string[]> {
  const rows = await database.query<{ members: string }>(`
    select string_agg(c.description, ' ' order by c.id <> u.id, c.description) as members
    from cards c join cards u on u.id = c.universal where c.year = '${test}' group by u.id order by min(u.description)`);
  return rows.map(({ members }) => members);
}

describe('import of manual matches', () => {
  it('matches with cards.csv, ignores an empty universal_card_id, and unmatches with matches.csv', async () => {
    expect(
      (
        await load([
          ['b1', 'p1'],
          ['s1', 'p1'],
        ])
      ).files.cards,
    ).toMatchObject({ changed: 2 });
    expect(await groups()).toEqual(['p1 b1 s1']);
    expect((await load([['b1', '']])).files.cards).toMatchObject({ unchanged: 1 });
    expect(await groups()).toEqual(['p1 b1 s1']);
    expect((await decide(['b1', null])).files.matches).toMatchObject({ changed: 1 });
    expect(await groups()).toEqual(['p1 s1']);
  });

  it('promotes an unmatched card when another card, or only itself, is matched to it', async () => {
    await decide(['b1', 'p1'], ['s1', 's1']);
    expect(await groups()).toEqual(['p1 b1', 's1']);
    await decide(['c1', 's1']);
    expect(await groups()).toEqual(['p1 b1', 's1 c1']);
  });

  it('accepts references to cards in later rows', async () => {
    const { reasons } = await load(
      [
        ['b9', 'p9'],
        ['p9', 'p9'],
      ],
      [['s9', 'p9']],
    );
    expect(reasons).toEqual([
      'matches.csv:2 card_id: There is no card with this id. Add it to cards.csv.',
    ]);
    expect(await groups()).toEqual(['p9 b9']);
    expect(
      (
        await load(
          [
            ['s9', ''],
            ['c9', ''],
          ],
          [
            ['s9', 'p9'],
            ['c9', 's1'],
          ],
        )
      ).reasons,
    ).toEqual([]);
    expect(await groups()).toEqual(['p9 b9 s9', 's1 c9']);
  });

  it('unmatches all grader cards of a universal card in one import, and matches them again in the next', async () => {
    await decide(['b1', 'p1'], ['s1', 'p1']);
    expect((await decide(['p1', null], ['s1', null], ['b1', null])).reasons).toEqual([]);
    expect(await groups()).toEqual([]);
    expect((await decide(['p1', 'b1'], ['s1', 'b1'])).reasons).toEqual([]);
    expect(await groups()).toEqual(['b1 p1 s1']);
  });

  it('matches a card in the place of another one that the same import unmatches', async () => {
    await decide(['b1', 'p1']);
    expect((await decide(['b2', 'p1'], ['b1', null])).reasons).toEqual([]);
    expect(await groups()).toEqual(['p1 b2']);
  });

  it('changes nothing when the same decisions are imported again', async () => {
    const cards: [string, string][] = [
      ['p1', 'p1'],
      ['b1', 'p1'],
    ];
    const decisions: [string, string | null][] = [
      ['s1', 'p1'],
      ['b1', 'p1'],
      ['s2', null],
    ];
    const first = await load(cards, decisions);
    const second = await load(cards, decisions);
    expect(second.version).toBe(first.version);
    expect(second.files.cards).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(second.files.matches).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await groups()).toEqual(['p1 b1 s1']);
  });
});

describe('import of manual matches', () => {
  const start: [string, string | null][] = [
    ['b1', 'p1'],
    ['s1', 'p1'],
    ['c1', 's2'],
  ];
  const before = ['p1 b1 s1', 's2 c1'];

  it.each<[string, [string, string | null][], string[]]>([
    [
      'an unknown card',
      [['?', 'p1']],
      ['matches.csv:2 card_id: There is no card with this id. Add it to cards.csv.'],
    ],
    ['an unknown universal card', [['b2', '?']], ['There is no card with the id ?.']],
    [
      'another universal card id for the promoted grader card',
      [['p1', 'b1']],
      ['gives its universal card its id'],
    ],
    [
      'another promoted grader card for a universal card',
      [['b1', 'b1']],
      ['belongs to the universal card p1, and'],
    ],
    ['a move to another universal card', [['b1', 's2']], ['belongs to the universal card p1, and']],
    [
      'a complete change of the promoted grader card',
      [
        ['p1', 'b1'],
        ['b1', 'b1'],
        ['s1', 'b1'],
      ],
      [
        'gives its universal card its id',
        'belongs to the universal card p1, and',
        'belongs to the universal card p1, and',
      ],
    ],
    [
      'a universal card that belongs to another one',
      [['b2', 's1']],
      ['belongs to the universal card p1. Use that id.'],
    ],
    [
      "a second grader card of the promoted card's grader",
      [['p2', 'p1']],
      ['has another psa card: p1.'],
    ],
    ['a second grader card of a grader', [['b2', 'p1']], ['has another beckett card: b1.']],
    [
      'unmatching the promoted grader card of a universal card with others',
      [['p1', null]],
      ['Unmatch all of them'],
    ],
    [
      'unmatching a promoted grader card while only some of the others are unmatched',
      [
        ['p1', null],
        ['b1', null],
      ],
      ['Unmatch all of them'],
    ],
    [
      'unmatching a promoted grader card while another one is matched to it',
      [
        ['s2', null],
        ['c1', null],
        ['b2', 's2'],
      ],
      ['Unmatch all of them'],
    ],
    [
      'a universal card that is unmatched in the same import',
      [
        ['p2', null],
        ['b2', 'p2'],
      ],
      ['Line 2 of matches.csv unmatches'],
    ],
    [
      'a universal card that gets another one in the same import',
      [
        ['b2', 'p2'],
        ['p2', 's2'],
      ],
      ['Line 3 of matches.csv unmatches'],
    ],
  ])('rejects %s', async (_, decisions, reasons) => {
    expect((await decide(...start)).reasons).toEqual([]);
    const outcome = await decide(...decisions);
    expect(outcome.reasons).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
    expect(outcome.files.matches.rejected).toBe(reasons.length);
    const again = await decide(...decisions);
    expect(again.reasons).toHaveLength(reasons.length);
    expect(again.files.matches).toMatchObject({ added: 0, changed: 0 });
    if (reasons.length === decisions.length) expect(await groups()).toEqual(before);
  });

  it('keeps the first of two new grader cards of the same grader', async () => {
    const { reasons } = await decide(['b1', 'p1'], ['b2', 'p1']);
    expect(reasons).toEqual([
      expect.stringContaining(
        'matches.csv:3 universal_card_id: The universal card gets another beckett card: b1.',
      ),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a row of matches.csv that contradicts cards.csv', async () => {
    const { reasons } = await load([['b1', 'p1']], [['b1', null]]);
    expect(reasons).toEqual([
      expect.stringContaining(
        'matches.csv:2 universal_card_id: Line 2 of cards.csv states another',
      ),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects the whole row of cards.csv if its match is rejected', async () => {
    const { reasons, files } = await load([
      ['b9', '?'],
      ['p9', ''],
    ]);
    expect(reasons).toEqual([
      expect.stringContaining('cards.csv:2 universal_card_id: There is no card with the id'),
    ]);
    expect(files.cards).toMatchObject({ added: 1, rejected: 1 });
    expect(
      await database.query("select from cards where description = 'b9' and year = $1", [test]),
    ).toHaveLength(0);
  });
});
