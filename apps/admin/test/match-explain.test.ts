import { describe, expect, it } from '@jest/globals';
import { cardId } from './admin.js';
import { groups, load, run, TROUT, TROUT_GOLD } from './match-cards.js';
import { database } from './new-database.js';

describe('admin match --explain', () => {
  it('compares a grader card with similar ones and explains each decision', async () => {
    await load({ ...TROUT, ...TROUT_GOLD });
    await run();
    await load({ s2: TROUT.s1 });
    const { result } = await database.json('match', '--explain', cardId('p1').toUpperCase());
    expect(result).toMatchObject({
      card_id: cardId('p1'),
      universal_card_id: cardId('p1'),
      reads: { year: '2011', number: 'US175', words: expect.stringContaining('topps') },
      same_from: 0.75,
    });
    const byId = new Map(
      result.candidates.map((each: { card_id: string }) => [each.card_id, each]),
    );
    expect(byId.get(cardId('b1'))).toMatchObject({ verdict: 'same card: matched by the matcher' });
    expect(byId.get(cardId('b2'))).toMatchObject({
      verdict: expect.stringMatching(/different|uncertain/),
      parts: expect.arrayContaining([
        expect.objectContaining({
          part: 'words',
          finding: expect.stringContaining('gold'),
          cost: expect.any(Number),
        }),
      ]),
    });
    expect(byId.get(cardId('s2'))).toMatchObject({
      verdict: expect.stringMatching(/^uncertain: /),
    });
    const text = await database.admin('match', '--explain', cardId('p1'));
    expect(text.stdout).toContain('same card: matched by the matcher');
    expect(text.stdout).toMatch(/words: .*only one has: .*gold/);
    const words = result.candidates.flatMap((each: { parts: { words?: object[] }[] }) =>
      each.parts.flatMap((part) => part.words ?? []),
    );
    const counts: number[] = Object.values(result.rules);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(words.length);
    expect(text.stdout).toMatch(/Words that each rule classified:\n {2}\d+ \w/);
    expect(await groups()).toEqual(['p1 b1 s1 c1', 'p2 b2']);
  });

  it('shows which cards the next run of the matcher would match, and why a grader card is excluded', async () => {
    await load(TROUT, [['b1', null]]);
    const explain = async (name: string) =>
      (await database.json('match', '--explain', cardId(name))).result;
    const verdicts = (await explain('p1')).candidates.map(
      (each: { verdict: string }) => each.verdict,
    );
    expect(verdicts.sort()).toEqual([
      'not compared: unmatched in matches.csv',
      'same card: would be matched',
      'same card: would be matched',
    ]);
    expect((await explain('b1')).left_alone).toContain('matches.csv');
    await load({ p3: 'nothing to read' });
    expect((await explain('p3')).left_alone).toContain('no readable year');
  });
});
