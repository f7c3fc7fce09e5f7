import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Card, dataset } from './dataset.js';
import { type SearchStack, STACK_TIMEOUT_MS, startSearchStack } from './search-stack.js';

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
  card('Pikachu', { set: 'Swsh Promo', number: 'SWSH192' }),
  card('Board'),
  card('Machoke'),
  card('Lotad'),
  card('Roselia'),
  card('Loto'),
  card('Arceus'),
  card('Bulbasaur'),
  card('Bulls'),
  // Many popular cards whose names begin with the letter of the card `N`.
  ...Array.from({ length: 310 }, (_, index) => card(`Ninetales ${index}`, { copies: 100 })),
];

let search: SearchStack;
beforeAll(async () => {
  search = await startSearchStack('gcd_search_words');
  await search.load(dataset(cards));
}, STACK_TIMEOUT_MS);
afterAll(() => search?.stop());

/** Returns the years, sets and names of the first page. */
async function found(query: string, operation = 'simple'): Promise<string[]> {
  const { results } = await search.get(
    `/v1/cards/search/${operation}?${new URLSearchParams({ query })}`,
  );
  const list = Array.isArray(results) ? results : Object.values(results).flat();
  return (list as { description: string }[]).map(({ description }) => description);
}

async function ignored(query: string): Promise<string[]> {
  const data = await search.get(`/v1/cards/search/simple?${new URLSearchParams({ query })}`);
  return data.ignored_words;
}

describe('a search', () => {
  it.each(['-', '–', '—', '.', '/', ' '])(
    'reads words joined by %j as several words',
    async (sign) => {
      for (const words of [
        ['charizard', 'mint'],
        ['1999 charizard', 'psa 9'],
        ['charizard', 'base set'],
      ]) {
        expect((await found(words.join(sign)))[0]).toBe('1999 Pokemon Game Charizard-Holo #5');
      }
      expect((await found(`snorlax${sign}rev skyridge`))[0]).toBe(
        '2001 Skyridge Snorlax Rev.Foil #5',
      );
    },
  );

  it.each([
    'charizard base set',
    'charizard set base',
    'base charizard set',
    'base set charizard',
    'set base charizard',
    'set charizard base',
  ])('finds the same first card for %j in any order', async (query) => {
    expect((await found(query))[0]).toBe('1999 Pokemon Game Charizard-Holo #5');
  });

  it.each([
    ['N', 'Harbor N #5'],
    ['n', 'Harbor N #5'],
    ['palkia g', 'Harbor Palkia G #5'],
    ['mewtwo & mew', 'Harbor Mewtwo & Mew #5'],
    ['mew & mewtwo', 'Harbor Mewtwo & Mew #5'],
    ['unown ?', 'Harbor Unown ? #5'],
    ['? unown', 'Harbor Unown ? #5'],
    ['unown question mark', 'Harbor Unown ? #5'],
    ['unown !', 'Harbor Unown ! #5'],
    ['unown exclamation point', 'Harbor Unown ! #5'],
    ['volcanion ◇', 'Harbor Volcanion ◇ #5'],
    ['volcanion prism star', 'Harbor Volcanion ◇ #5'],
    ['miracle sphere alpha', 'Harbor Miracle Sphere Α #5'],
    ['miracle sphere α', 'Harbor Miracle Sphere Α #5'],
    ['beta miracle sphere', 'Harbor Miracle Sphere β #5'],
  ])('for %j ranks %j first', async (query, expected) => {
    expect((await found(query))[0]).toBe(`2001 ${expected}`);
  });

  it.each(['simple', 'structured'])('%s: reads ♀, F and female as one word', async (operation) => {
    for (const sign of ['♀', 'f', 'F', 'female']) {
      for (const query of [`nidoran ${sign}`, `${sign} nidoran`]) {
        const names = await found(query, operation);
        expect(names).toContain('2001 Harbor Nidoran [Female] #5');
        expect(names.join()).not.toContain('[Male]');
      }
    }
    for (const sign of ['♂', 'm', 'male']) {
      expect(await found(`nidoran ${sign}`, operation)).toEqual(['2001 Harbor Nidoran [Male] #5']);
    }
  });

  it.each(['1996 97', '96 97', '1996-97', '1996 1997', '96-97'])(
    'reads %j as a season',
    async (season) => {
      expect(await found(`${season} topps chrome kobe`)).toEqual([
        '1996-97 Topps Chrome Kobe Bryant #5',
      ]);
    },
  );

  it.each(['SWSH001', 'SWSH019', 'swsh19', '#SWSH1'])(
    'finds nothing for the card number %s, which only begins another number',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );

  it.each([
    ['arcues', 'Arceus'],
    ['bull basaur', 'Bulbasaur'],
  ])('corrects %s to %s', async (query, expected) => {
    expect((await found(`${query} harbor`))[0]).toBe(`2001 Harbor ${expected} #5`);
  });

  it.each(['brady', 'mahomes', 'lotus', 'russell wilson'])(
    'does not correct %s to a word that is not similar',
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );
});

describe('ignored_words', () => {
  it.each([
    ['charizard base set', []],
    ['charzard base set', []],
    ['Mewtwo & Mew', []],
    ['zard lagoon', []],
    ['Charizard, PSA 10!', ['PSA', '10']],
    ['pikachu Yellow Cheeks SWSH192', ['Yellow', 'Cheeks']],
    ['charizard base set shadowless', ['shadowless']],
    ['Tom Brady palkia', ['Tom', 'Brady']],
    ['charizard-mint', ['mint']],
    ['1996 97 kobe shadowless', ['shadowless']],
    ['qqqqqq', []],
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
