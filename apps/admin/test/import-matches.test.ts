import { describe, expect, it } from '@jest/globals';
import { decide, groups, load } from './matched-cards.js';

describe('an import of manual matches', () => {
  it('matches cards that have a universal_card_id in cards.csv, and removes the matches of cards that have none in matches.csv', async () => {
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

  it('creates a universal card when a row matches a card to an unmatched card or to itself [S32]', async () => {
    await decide(['b1', 'p1'], ['s1', 's1']);
    expect(await groups()).toEqual(['p1 b1', 's1']);
    await decide(['c1', 's1']);
    expect(await groups()).toEqual(['p1 b1', 's1 c1']);
  });

  it('accepts a reference to a card that a later row adds', async () => {
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

  it('unmatches all grader cards of a universal card, and matches them again in the next import', async () => {
    await decide(['b1', 'p1'], ['s1', 'p1']);
    expect((await decide(['p1', null], ['s1', null], ['b1', null])).reasons).toEqual([]);
    expect(await groups()).toEqual([]);
    expect((await decide(['p1', 'b1'], ['s1', 'b1'])).reasons).toEqual([]);
    expect(await groups()).toEqual(['b1 p1 s1']);
  });

  it("replaces a grader's card in a universal card with another card from that grader", async () => {
    await decide(['b1', 'p1']);
    expect((await decide(['b2', 'p1'], ['b1', null])).reasons).toEqual([]);
    expect(await groups()).toEqual(['p1 b2']);
  });

  it('changes nothing when it repeats the decisions from an earlier import', async () => {
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
