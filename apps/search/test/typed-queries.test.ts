import { describe, expect, it } from '@jest/globals';
import { type Card, idOf, searchIn, simpleSearch } from './dataset.js';

const card = (set: string, name: string, copies = 1): Card => ({
  grader: 'psa',
  set,
  name,
  number: '5',
  copies,
});

const cards: Card[] = [
  // Two names to which `martn` may be corrected.
  card('Harbor', 'Martin', 50),
  card('Harbor', 'Martena', 40),
  card('Harbor', 'Marten', 30),
  // The same name with and without a hyphen.
  card('Harbor', 'Ho-Oh', 20),
  card('Harbor', 'Ho Oh', 10),
  // A popular name, and names that are also common words.
  card('Lagoon', 'Umbreon', 5000),
  card('Museum', 'Quiz Show'),
  card('Museum', 'Charizard'),
  card('Museum', 'West'),
  card('Museum', 'Vaporeon'),
];

searchIn('gcd_search_typed', cards);

interface Result {
  readonly names: string[];
  readonly total: number;
  readonly corrected: string | undefined;
}

async function simple(query: string): Promise<Result> {
  const data = await simpleSearch(query);
  const indexes = data.results.map(({ card_id }: { card_id: string }) => parseInt(card_id, 16));
  return {
    names: indexes.map((index: number) => cards[index]?.name ?? idOf(index)),
    total: data.total,
    corrected: data.corrected_query,
  };
}

describe('corrected_query', () => {
  it.each([
    ['martn', 'marten', ['Marten', 'Martena']],
    ['martn harbor', 'marten harbor', ['Marten']],
    ['hoooh harbor', 'ho-oh harbor', ['Ho-Oh', 'Ho Oh']],
    // `vapo` is also a nickname.
    ['vapo reon', 'vaporeon', ['Vaporeon']],
  ])('finds the same cards as %j', async (query, corrected, names) => {
    const expected = { names, total: names.length };
    expect(await simple(query)).toMatchObject({ ...expected, corrected });
    expect(await simple(corrected)).toMatchObject({ ...expected, corrected: undefined });
  });
});

describe('a query with words of several cards', () => {
  it('finds the most popular card, then the others', async () => {
    const names = ['Umbreon', 'Quiz Show'];
    expect(await simple('zzzz show all umbreon')).toEqual({ names, total: 2 });
  });

  it('finds a less popular card if its whole name is in the query', async () => {
    expect(await simple('quiz show umbreon')).toMatchObject({ names: ['Quiz Show'] });
  });

  it('finds a name in another language before a typo', async () => {
    const found = await simple('glurak wert');
    expect(found).toMatchObject({ names: ['Charizard', 'West'], corrected: 'charizard' });
  });

  it('finds no other cards if only unknown words are missing', async () => {
    expect(await simple('umbreon zzzz')).toMatchObject({ names: ['Umbreon'], total: 1 });
  });
});
