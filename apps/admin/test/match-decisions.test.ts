import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cardId, directoryOf } from './admin.js';
import { dataVersion, groups, load, NAMES, run, TROUT, TROUT_GOLD } from './match-cards.js';
import { database } from './new-database.js';

describe('match decisions in matches.csv', () => {
  it('prevent the matcher from rematching a card that an operator has unmatched', async () => {
    await load(TROUT);
    await run();
    await load({}, [['b1', null]]);
    expect(await groups()).toEqual(['p1 s1 c1']);
    expect(await run()).toMatchObject({ matched: 0, uncertain_cards: 0 });
    expect(await groups()).toEqual(['p1 s1 c1']);
  });

  it('take precedence over the similarity that the matcher computes', async () => {
    await load({ ...TROUT, ...TROUT_GOLD }, [['b2', 'p1']]);
    await run();
    // The decision matches p1 with b2. The matcher matches s1 and c1 with b1, because they resemble p1 but not b2.
    expect(await groups()).toEqual(['b1 s1 c1', 'p1 b2']);
    expect(await run()).toMatchObject({ matched: 0, unmatched: 0 });
  });

  it('move a grader card from the universal card that the matcher chose to another one', async () => {
    await load({ ...TROUT, ...TROUT_GOLD });
    await run();
    await load({}, [
      ['b2', null],
      ['c1', 'p2'],
    ]);
    expect(await groups()).toEqual(['p1 b1 s1', 'p2 c1']);
    expect(await run()).toMatchObject({ matched: 0, unmatched: 0 });
  });

  it('replace a grader card that the matcher had matched, which can then be matched to another card', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1, ...TROUT_GOLD });
    await run();
    expect(await groups()).toEqual(['p1 b1', 'p2 b2']);
    const result = await load({ b3: 'something else' }, [['b3', 'p1']]);
    expect(result).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual(['p1 b3', 'p2 b2']);
    await load({ p1: 'something else' });
    await load({ p3: p1 });
    await run();
    expect(await groups()).toEqual(['p1 b3', 'p2 b2', 'p3 b1']);
  });

  it('dissolve a universal card that the matcher created if they unmatch its promoted grader card', async () => {
    await load(TROUT);
    await run();
    expect(await load({}, [['p1', null]])).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual([]);
    await run();
    expect(await groups()).toEqual(['b1 s1 c1']);
  });

  it('make a match permanent if they confirm it', async () => {
    const { p1, b1 } = TROUT;
    await load({ p1, b1 });
    await run();
    const version = await dataVersion();
    await load({}, [['b1', 'p1']]);
    expect(await dataVersion()).toBe(version);
    await load({ b1: TROUT_GOLD.b2 });
    expect(await run()).toMatchObject({ unmatched: 0 });
    expect(await groups()).toEqual(['p1 b1']);
  });
});

describe('admin match --review', () => {
  const b2 = '2011 Topps Update Baseball #US175 Mike Trout';
  /** Two Beckett cards that are equally similar to one PSA card. */
  const uncertain = { p1: '2011 TOPPS UPDATE #US175 MIKE TROUT', b1: b2, b2 };
  const cardsOf = (pairs: { card: { card_id: string } }[]) =>
    pairs.map(({ card }) => NAMES.find((name) => cardId(name) === card.card_id)).sort();

  it('lists uncertain pairs, and records decisions that the next import applies', async () => {
    await load(uncertain);
    const directory = await directoryOf({});
    const file = join(directory, 'matches.csv');
    const review = async () => (await run('--review', '--decisions', file)).pairs;
    const pairs = await review();
    expect(cardsOf(pairs)).toEqual(['b1', 'b2']);
    expect(pairs[0]).toMatchObject({
      reason: 'another grader card is equally similar',
      card: { grader: 'beckett', description: b2, universal_card_id: null },
      other: { card_id: cardId('p1'), grader: 'psa' },
      universal_card_id: cardId('p1'),
    });
    const text = await database.admin('match', '--review', '--decisions', file);
    expect(text.stdout).toContain(`--accept ${cardId('b1')}=${cardId('p1')}`);
    await run('--accept', `${cardId('b1')}=${cardId('p1')}`, '--decisions', file);
    expect(cardsOf(await review())).toEqual(['b2']);
    expect((await database.json('import', directory)).result).toMatchObject({ rejected: 0 });
    expect(await groups()).toEqual(['p1 b1']);
    expect(await review()).toEqual([]);
  });

  it('records that a card belongs to no universal card', async () => {
    await load(uncertain);
    const directory = await directoryOf({});
    const file = join(directory, 'matches.csv');
    await run('--reject', cardId('b2'), '--decisions', file);
    expect(await readFile(file, 'utf8')).toBe(`card_id,universal_card_id\n${cardId('b2')},\n`);
    await database.json('import', directory);
    await run();
    expect(await groups()).toEqual(['p1 b1']);
  });

  it('rejects a second decision about a card', async () => {
    const file = join(await directoryOf({}), 'matches.csv');
    await run('--reject', cardId('c3'), '--decisions', file);
    const again = await database.admin('match', '--reject', cardId('c3'), '--decisions', file);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('Change that row');
  });
});
