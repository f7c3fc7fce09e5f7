import { describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf, importChecked, readCsv } from './admin.js';
import { database } from './new-database.js';

describe('a spec number in cards.csv', () => {
  const load = async (...rows: [card: string, grader: string, spec: string, second?: string][]) => {
    const cards = rows.map(([card, grader, spec, second = '']) => [
      cardId(card),
      grader,
      `card ${card}`,
      spec,
      second,
    ]);
    const directory = await directoryOf({
      'cards.csv': csv('card_id,grader,description,spec_id,grader_id2', ...cards),
    });
    const { result } = await importChecked(database, directory, '--rejects', directory);
    const [path] = result.rejects;
    return path ? (await readCsv(path)).map(({ line, reason }) => [line, reason]) : [];
  };
  const belongsTo = (card: string) =>
    `The spec number belongs to card ${cardId(card)}. A psa spec number belongs to one card.`;

  it('is rejected if another card from the same grader has it', async () => {
    const rejected = await load(['a', 'psa', '1'], ['b', 'psa', '1'], ['c', 'sgc', '1']);
    expect(rejected).toEqual([['3', belongsTo('a')]]);
    expect(await load(['f', 'psa', '1'])).toEqual([['2', belongsTo('a')]]);
  });

  it('of Beckett is rejected only if another card has the same grader_id2', async () => {
    const sameSpec = (card: string) =>
      `The spec number belongs to card ${cardId(card)}. Beckett cards with the same spec number must have different values of grader_id2.`;
    const rejected = await load(
      ['a', 'beckett', '1', 'C4'],
      ['b', 'beckett', '1', 'C5'],
      ['c', 'beckett', '1'],
      ['d', 'beckett', '1', 'C4'],
      ['e', 'beckett', '1'],
    );
    expect(rejected).toEqual([
      ['5', sameSpec('a')],
      ['6', sameSpec('c')],
    ]);
    expect(await load(['f', 'beckett', '1', 'C5'])).toEqual([['2', sameSpec('b')]]);
    expect(await load(['b', 'beckett', '1', 'C6'], ['f', 'beckett', '1', 'C5'])).toEqual([]);
  });

  it('cannot move to another card unless the same import gives its current card a new number', async () => {
    await load(['a', 'psa', '1'], ['b', 'psa', '2'], ['c', 'psa', '3']);
    expect(await load(['d', 'psa', '1'], ['a', 'psa', '1'])).toEqual([['2', belongsTo('a')]]);
    expect(await load(['a', 'psa', '2'], ['b', 'psa', '1'])).toEqual([]);
    // The row of card b is rejected, so b keeps spec number 1, and card a does not get that number.
    expect(await load(['b', 'psa', '3'], ['a', 'psa', '1'])).toEqual([
      ['2', belongsTo('c')],
      ['3', belongsTo('b')],
    ]);
  });

  it('stays with its card if the row with the new number is rejected because of its universal_card_id', async () => {
    await load(['a', 'psa', '1'], ['b', 'psa', '2']);
    const directory = await directoryOf({
      'cards.csv': csv(
        'card_id,grader,description,spec_id,universal_card_id',
        [cardId('a'), 'psa', 'card a', '3', cardId('unknown')],
        [cardId('b'), 'psa', 'card b', '1', ''],
      ),
    });
    const { result } = await importChecked(database, directory, '--rejects', directory);
    const rejected = await readCsv(result.rejects[0]);
    expect(rejected.map(({ line, column }) => [line, column])).toEqual([
      ['2', 'universal_card_id'],
      ['3', 'spec_id'],
    ]);
    expect(rejected[1]?.reason).toBe(belongsTo('a'));
    expect(await database.query('select spec_id from cards order by description')).toEqual([
      { spec_id: '1' },
      { spec_id: '2' },
    ]);
  });
});
