import { describe, expect, it } from '@jest/globals';
import { database, decide, groups, load, test } from './matched-cards.js';

describe('an import of manual matches', () => {
  /** Reads `b1 = p1, s2 =`: the grader card b1 belongs to the universal card p1, and s2 to none. */
  const decisionsIn = (text: string): [string, string | null][] =>
    text.split(', ').map((each) => {
      const [card = '', universal] = each.split(/ = ?/);
      return [card, universal || null];
    });
  const before = ['p1 b1 s1', 's2 c1'];

  it.each<[string, string, string[]]>([
    [
      'an unknown card',
      '? = p1',
      ['matches.csv:2 card_id: There is no card with this id. Add it to cards.csv.'],
    ],
    ['an unknown universal card', 'b2 = ?', ['There is no card with the id ?.']],
    [
      'another universal card id for the promoted grader card',
      'p1 = b1',
      ['gives its universal card its id'],
    ],
    [
      'another promoted grader card for a universal card',
      'b1 = b1',
      ['belongs to the universal card p1, and'],
    ],
    ['a move to another universal card', 'b1 = s2', ['belongs to the universal card p1, and']],
    [
      'making another grader card the promoted one',
      'p1 = b1, b1 = b1, s1 = b1',
      [
        'gives its universal card its id',
        'belongs to the universal card p1, and',
        'belongs to the universal card p1, and',
      ],
    ],
    [
      'a universal card that belongs to another one',
      'b2 = s1',
      ['belongs to the universal card p1. Use that id.'],
    ],
    ["a second card from the promoted card's grader", 'p2 = p1', ['has another psa card: p1.']],
    ['a second card from the same grader', 'b2 = p1', ['has another beckett card: b1.']],
    ['unmatching a promoted grader card but none of the others', 'p1 =', ['Unmatch all of them']],
    [
      'unmatching a promoted grader card while only some of the others are unmatched',
      'p1 =, b1 =',
      ['Unmatch all of them'],
    ],
    [
      'unmatching a promoted grader card while another one is matched to it',
      's2 =, c1 =, b2 = s2',
      ['Unmatch all of them'],
    ],
    [
      'a universal card that is unmatched in the same import',
      'p2 =, b2 = p2',
      ['Line 2 of matches.csv unmatches'],
    ],
    [
      'a universal card that is matched to another one in the same import',
      'b2 = p2, p2 = s2',
      ['Line 3 of matches.csv unmatches'],
    ],
  ])('rejects %s [S35]', async (_, text, reasons) => {
    const decisions = decisionsIn(text);
    expect((await decide(...decisionsIn('b1 = p1, s1 = p1, c1 = s2'))).reasons).toEqual([]);
    const outcome = await decide(...decisions);
    expect(outcome.reasons).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
    expect(outcome.files.matches.rejected).toBe(reasons.length);
    const again = await decide(...decisions);
    expect(again.reasons).toHaveLength(reasons.length);
    expect(again.files.matches).toMatchObject({ added: 0, changed: 0 });
    if (reasons.length === decisions.length) expect(await groups()).toEqual(before);
  });

  it('rejects the second of two rows that match cards from one grader to the same universal card [S35]', async () => {
    const { reasons } = await decide(['b1', 'p1'], ['b2', 'p1']);
    expect(reasons).toEqual([
      expect.stringContaining(
        'matches.csv:3 universal_card_id: The universal card gets another beckett card: b1.',
      ),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a row in matches.csv that contradicts cards.csv [S35]', async () => {
    const { reasons } = await load([['b1', 'p1']], [['b1', null]]);
    expect(reasons).toEqual([
      expect.stringContaining(
        'matches.csv:2 universal_card_id: Line 2 of cards.csv states another',
      ),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a whole row in cards.csv if its universal_card_id is rejected [S35]', async () => {
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

  it('rejects a match with a card whose row is rejected [S35]', async () => {
    const { reasons, files } = await load(
      [['p9', '?']],
      [
        ['b1', 'p9'],
        ['p9', '?'],
      ],
    );
    expect(reasons).toEqual([
      expect.stringContaining('cards.csv:2 universal_card_id: There is no card with the id ?'),
      expect.stringContaining('matches.csv:2 universal_card_id: There is no card with the id'),
      expect.stringContaining('matches.csv:3 universal_card_id: There is no card with the id ?'),
    ]);
    expect(files.matches).toMatchObject({ added: 0, rejected: 2 });
    expect(await groups()).toEqual([]);
  });
});
