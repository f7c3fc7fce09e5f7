import { describe, expect, it } from '@jest/globals';
import { cardsFile, type Decisions, groups, load } from './match-cards.js';
import { database, startWith } from './new-database.js';

const BASE = { p1: '', p2: '', b1: '', b2: '', s1: '', s2: '', c1: '' };
startWith({ 'cards.csv': cardsFile({}, BASE) });

/** Imports decisions such as `b1 = p1, s2 =`: b1 belongs to the universal card p1, and s2 to none. */
const decide = (text: string) =>
  load(
    {},
    text.split(', ').map((each): Decisions[0] => {
      const [card = '', universal] = each.split(/ = ?/);
      return [card, universal || null];
    }),
  );

describe('an import of manual matches', () => {
  it('matches cards that have a universal_card_id in cards.csv, and removes the matches of cards that have none in matches.csv', async () => {
    const matched = await load({}, [], { b1: 'p1', s1: 'p1' });
    expect(matched.files.cards).toMatchObject({ changed: 2 });
    expect(await groups()).toEqual(['p1 b1 s1']);
    expect((await load({}, [], { b1: '' })).files.cards).toMatchObject({ unchanged: 1 });
    expect(await groups()).toEqual(['p1 b1 s1']);
    expect((await decide('b1 =')).files.matches).toMatchObject({ changed: 1 });
    expect(await groups()).toEqual(['p1 s1']);
  });

  it('creates a universal card when a row matches a card to an unmatched card or to itself [S32]', async () => {
    await decide('b1 = p1, s1 = s1');
    expect(await groups()).toEqual(['p1 b1', 's1']);
    await decide('c1 = s1');
    expect(await groups()).toEqual(['p1 b1', 's1 c1']);
  });

  it('accepts a reference to a card that a later row adds', async () => {
    const { reasons } = await load({}, [['s9', 'p9']], { b9: 'p9', p9: 'p9' });
    expect(reasons).toEqual([
      'matches.csv:2 card_id: There is no card with this id. Add it to cards.csv.',
    ]);
    expect(await groups()).toEqual(['p9 b9']);
  });

  it('unmatches all grader cards of a universal card, and matches them again in the next import', async () => {
    await decide('b1 = p1, s1 = p1');
    expect((await decide('p1 =, s1 =, b1 =')).reasons).toEqual([]);
    expect(await groups()).toEqual([]);
    expect((await decide('p1 = b1, s1 = b1')).reasons).toEqual([]);
    expect(await groups()).toEqual(['b1 p1 s1']);
  });

  it("replaces a grader's card in a universal card with another card from that grader", async () => {
    await decide('b1 = p1');
    expect((await decide('b2 = p1, b1 =')).reasons).toEqual([]);
    expect(await groups()).toEqual(['p1 b2']);
  });

  it('changes nothing when it repeats the decisions from an earlier import', async () => {
    const decisions: Decisions = [
      ['s1', 'p1'],
      ['b1', 'p1'],
      ['s2', null],
    ];
    const again = () => load({}, decisions, { p1: 'p1', b1: 'p1' });
    const { version } = await again();
    expect(await again()).toMatchObject({
      version,
      files: {
        cards: { added: 0, changed: 0, unchanged: 2 },
        matches: { added: 0, changed: 0, unchanged: 3 },
      },
    });
    expect(await groups()).toEqual(['p1 b1 s1']);
  });

  it.each<[string, string, string[]]>([
    ['an unknown card', '? = p1', ['There is no card with this id. Add it to cards.csv.']],
    ['an unknown universal card', 'b2 = ?', ['There is no card with the id ?.']],
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
    ['a universal card that belongs to another one', 'b2 = s1', ['p1. Use that id.']],
    ['a second card from the same grader', 'b2 = p1', ['has another beckett card: b1.']],
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
  ])('rejects %s [S35]', async (_, decisions, reasons) => {
    expect((await decide('b1 = p1, s1 = p1, c1 = s2')).reasons).toEqual([]);
    const outcome = await decide(decisions);
    expect(outcome.reasons).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
    expect(outcome.files.matches.rejected).toBe(reasons.length);
    const again = await decide(decisions);
    expect(again.reasons).toHaveLength(reasons.length);
    expect(again.files.matches).toMatchObject({ added: 0, changed: 0 });
    if (reasons.length === decisions.split(', ').length) {
      expect(await groups()).toEqual(['p1 b1 s1', 's2 c1']);
    }
  });

  it('rejects the second of two rows that match cards from one grader to the same universal card [S35]', async () => {
    const { reasons } = await decide('b1 = p1, b2 = p1');
    expect(reasons).toEqual([
      expect.stringContaining('matches.csv:3 universal_card_id: The universal card gets another'),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a row in matches.csv that contradicts cards.csv [S35]', async () => {
    const { reasons } = await load({}, [['b1', null]], { b1: 'p1' });
    expect(reasons).toEqual([
      expect.stringContaining(
        'matches.csv:2 universal_card_id: Line 2 of cards.csv states another',
      ),
    ]);
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a whole row in cards.csv if its universal_card_id is rejected, and matches with its card [S35]', async () => {
    const decisions: Decisions = [
      ['b1', 'p9'],
      ['p9', '?'],
    ];
    const { reasons, files } = await load({}, decisions, { p9: '?', b9: '' });
    expect(reasons).toEqual([
      expect.stringContaining('cards.csv:2 universal_card_id: There is no card with the id ?'),
      expect.stringContaining('matches.csv:2 universal_card_id: There is no card with the id'),
      expect.stringContaining('matches.csv:3 universal_card_id: There is no card with the id ?'),
    ]);
    expect(files.cards).toMatchObject({ added: 1, rejected: 1 });
    expect(files.matches).toMatchObject({ added: 0, rejected: 2 });
    expect(await database.query("select from cards where description = 'p9'")).toHaveLength(0);
    expect(await groups()).toEqual([]);
  });
});
