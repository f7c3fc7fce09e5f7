import { describe, expect, it } from '@jest/globals';
import { toSuggestions } from './suggestions.js';

/** Returns the queries that are suggested if a text finds a card with this name. */
const queries = (text: string, name: string, set_name = 'Pokemon Jungle'): string[] => {
  const card = { card_id: '', display_name: '', category: 'Pokemon', year: '1999', set_name, name };
  return toSuggestions(text, [card], new Map()).flatMap((each) =>
    each.kind === 'query' ? each.text : [],
  );
};

describe('toSuggestions', () => {
  it.each([
    ['jungle mr mi', 'Mr. Mime', 'jungle mr. mime'],
    ['gold star umbr', 'Umbreon-Gold Star', 'umbreon-gold star'],
    ['umbreon vm', 'Full Art/Umbreon VMAX', 'umbreon vmax'],
    ['jungle hoo', 'Ho-Oh', 'jungle ho-oh'],
    ['flabe', 'Flabébé', 'flabébé'],
  ])('completes %j with the name %j to %j', (text, name, expected) => {
    expect(queries(text, name)).toEqual([expected]);
  });

  it.each([
    ['mr mime', 'Mr. Mime'],
    ['gold star umbreon', 'Umbreon-Gold Star'],
  ])('does not complete %j with the name %j, because no word is new', (text, name) => {
    expect(queries(text, name)).toEqual([]);
  });
});
