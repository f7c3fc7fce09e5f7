import { expect, it } from '@jest/globals';
import { cardName } from './card-name.js';

const PARTS = {
  category: 'Pokemon',
  year: '1999',
  set_name: 'Pokemon Game',
  name: 'Charizard-Holo',
  card_number: '4',
  parallel: null,
  subset: null,
};

it.each([
  [PARTS, 'Charizard-Holo #4', ['Pokemon', '1999 Pokemon Game']],
  [
    { ...PARTS, card_number: '#4', parallel: 'Unlimited', subset: 'Rares' },
    'Charizard-Holo #4',
    ['Pokemon', '1999 Pokemon Game', 'Rares', 'Unlimited'],
  ],
  [{ ...PARTS, card_number: '', category: '', year: '' }, 'Charizard-Holo', ['Pokemon Game']],
  [{ ...PARTS, name: '' }, 'all of it', []],
  [undefined, 'all of it', []],
])('cardName returns a title and a context for %j', (parts, title, context) => {
  expect(cardName('all of it', parts)).toEqual({ title, context });
});
