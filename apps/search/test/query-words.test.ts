import { describe, expect, it } from '@jest/globals';
import { type Card, search, searchIn, simpleSearch } from './dataset.js';

const card = (name: string, rest: Partial<Card> = {}): Card => ({
  grader: 'psa',
  set: 'Harbor',
  number: '5',
  copies: 1,
  name,
  ...rest,
});

const cards: Card[] = [
  card('Charizard-Holo', { set: 'Pokemon Game', year: '1999', copies: 9000 }),
  card('Charizard', { set: 'Base Set', year: '1999', grader: 'cgc', matched: 0 }),
  card('Charizard', { set: 'Expedition Base Set', year: '2002', copies: 3000 }),
  card('Charizard Reverse', { set: 'Lagoon' }),
  card('Charizard', { set: 'Lagoon Japanese' }),
  card('Snorlax Rev.Foil', { set: 'Skyridge' }),
  card('Snorlax', { set: 'Skyridge', copies: 50 }),
  card('N'),
  card('Palkia G'),
  card('Palkia GX', { copies: 9000 }),
  card('Nidoran [Female]'),
  card('Nidoran [Male]', { copies: 9000 }),
  card('Nidoran ♀', { grader: 'cgc', matched: 10 }),
  card('Unown ?'),
  card('Unown !'),
  card('Unown Q', { copies: 9000 }),
  card('Volcanion ◇'),
  card('Volcanion', { copies: 9000 }),
  card('Miracle Sphere Α'),
  card('Miracle Sphere β', { copies: 9000 }),
  card('Mewtwo & Mew'),
  card('Mewtwo', { set: 'Mewtwo Strikes', copies: 9000 }),
  card('Kobe Bryant', { set: 'Topps Chrome', year: '1996-97' }),
  card('Kobe Bryant', { set: 'Topps Chrome', year: '1997-98', copies: 9000 }),
  card('Larry Bird', { set: 'Topps', year: '1980-81', copies: 50 }),
  card('Larry Bird', { set: 'Fleer', year: '1986-87', copies: 300 }),
  card('Ken Griffey', { set: 'Topps', year: '1974', copies: 300 }),
  card('Ken Griffey Jr.', { set: 'Upper Deck', year: '1989', copies: 9000 }),
  card('Ken Griffey Jr.', { set: 'Topps', year: '1993', copies: 9000 }),
  card('Pikachu', { set: 'Swsh Promo', number: 'SWSH192' }),
  card('Iono', { set: 'Pokemon Clay Burst', number: '069', copies: 9000 }),
  card('Iono', { set: 'Pokemon Clay Burst', number: '091', copies: 500 }),
  card('Iono', { set: 'Pokemon Clay Burst', number: '096', copies: 50 }),
  card('Board'),
  card('Machoke'),
  card('Lotad'),
  card('Roselia'),
  card('Loto'),
  card('Bulbasaur'),
  card('Bulls'),
  // Many popular cards whose names begin with the letter of the card `N`.
  ...Array.from({ length: 310 }, (_, index) => card(`Ninetales ${index}`, { copies: 100 })),
];

searchIn('gcd_search_words', cards);

/** Returns the years, sets and names of the first page. */
async function found(query: string, operation = 'simple'): Promise<string[]> {
  const { results } = await search.get(
    `/v1/cards/search/${operation}?${new URLSearchParams({ query })}`,
  );
  const list = Array.isArray(results) ? results : Object.values(results).flat();
  return (list as { description: string }[]).map(({ description }) => description);
}

const ignored = async (query: string) => (await simpleSearch(query)).ignored_words;

describe('a search', () => {
  it('prefers the first cards of a player if it asks for a rookie card without a year', async () => {
    const first = async (query: string) => (await found(query))[0]?.slice(0, 4);
    expect(await first('larry bird')).toBe('1986');
    expect(await first('larry bird rookie')).toBe('1980');
    expect(await first('1986 larry bird rc')).toBe('1986');
    // The son is not a later card of his father.
    expect(await first('griffey rookie')).toBe('1989');
  });

  it.each([
    ['iono clay burst', '#069'],
    ['iono full art clay burst', '#091'],
    ['iono clay burst SAR', '#096'],
    ['iono gold rare clay burst', '#096'],
  ])(
    'finds for %j the card with the number %j, although labels do not name the print',
    async (query, number) => {
      expect((await found(query))[0]).toContain(number);
    },
  );

  it.each(['-', '—', '.', '/'])('reads words joined by %j as several words', async (sign) => {
    for (const words of ['charizard_mint', '1999 charizard_psa 9', 'charizard_base set']) {
      const [first] = await found(words.replace('_', sign));
      expect(first).toBe('1999 Pokemon Game Charizard-Holo #5');
    }
    const [first] = await found(`snorlax${sign}rev skyridge`);
    expect(first).toBe('2001 Skyridge Snorlax Rev.Foil #5');
  });

  it.each(['charizard base set', 'base charizard set', 'set base charizard'])(
    'finds the same first card in any order of the words: %j',
    async (query) => {
      expect((await found(query))[0]).toBe('1999 Pokemon Game Charizard-Holo #5');
    },
  );

  it.each([
    ['N', 'Harbor N #5'],
    ['palkia g', 'Harbor Palkia G #5'],
    ['mewtwo & mew', 'Harbor Mewtwo & Mew #5'],
    ['unown ?', 'Harbor Unown ? #5'],
    ['unown question mark', 'Harbor Unown ? #5'],
    ['volcanion prism star', 'Harbor Volcanion ◇ #5'],
    ['miracle sphere alpha', 'Harbor Miracle Sphere Α #5'],
    ['beta miracle sphere', 'Harbor Miracle Sphere β #5'],
  ])('for %j ranks %j first', async (query, expected) => {
    expect((await found(query))[0]).toBe(`2001 ${expected}`);
  });

  it.each(['simple', 'structured'])('%s: reads ♀, F and female as one word', async (operation) => {
    for (const query of ['nidoran ♀', 'nidoran F', 'female nidoran']) {
      const names = await found(query, operation);
      expect(names).toContain('2001 Harbor Nidoran [Female] #5');
      expect(names.join()).not.toContain('[Male]');
    }
    expect(await found('nidoran m', operation)).toEqual(['2001 Harbor Nidoran [Male] #5']);
  });

  it.each(['1996 97', '96-97', '1996 1997'])('reads %j as a season', async (season) => {
    const names = await found(`${season} topps chrome kobe`);
    expect(names).toEqual(['1996-97 Topps Chrome Kobe Bryant #5']);
  });

  it('corrects a word written as two', async () => {
    expect((await found('bull basaur harbor'))[0]).toBe('2001 Harbor Bulbasaur #5');
  });

  it.each(['SWSH019', '#SWSH1', 'brady', 'mahomes', 'lotus', 'russell wilson'])(
    'finds nothing for %s, which only begins a card number or is not similar to a word',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );
});

describe('ignored_words', () => {
  it.each([
    ['charizard base set', []],
    ['Mewtwo & Mew', []],
    ['zard lagoon', []],
    ['Charizard, PSA 10!', ['PSA', '10']],
    ['pikachu Yellow Cheeks SWSH192', ['Yellow', 'Cheeks']],
    ['charizard-mint', ['mint']],
    ['1996 97 kobe shadowless', ['shadowless']],
  ])('for %j are %j', async (query, expected) => {
    expect(await ignored(query)).toEqual(expected);
  });

  it('name a language, an edition or a print last', async () => {
    expect((await found('charizard base set japanese'))[0]).toBe(
      '2001 Lagoon Japanese Charizard #5',
    );
    expect(await ignored('charizard base set japanese')).toEqual(['base', 'set']);
    expect(await ignored('charizard gold reverse')).toEqual(['gold']);
  });
});
