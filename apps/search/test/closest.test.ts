import { describe, expect, it } from '@jest/globals';
import { type Card, searchIn, simpleSearch } from './dataset.js';

const card = (year: string, set: string, name: string, number: string, copies = 1): Card => ({
  grader: 'psa',
  year,
  set,
  name,
  number,
  copies,
});

const cards: Card[] = [
  card('2018', 'Topps Update', 'Shohei Ohtani', 'US1'),
  card('2018', 'Topps Update', 'Shohei Ohtani', 'US285', 9000),
  card('2018', 'Topps Update Rookie Debut', 'Shohei Ohtani', 'US9', 8000),
  card('2024', 'Topps', 'Shohei Ohtani', '17', 9000),
  card('1990', 'Game', 'Shohei Dodgers', '7', 9000),
  card('2024', 'Topps', 'Los Angeles Dodgers', '12', 9000),
  card('2019', 'Topps Heritage', 'Chris Rusin', '469'),
  card('2019', 'Topps Heritage', 'Nolan Arenado', '400', 9000),
  card('2019', 'Rookie Class', 'Rookies', '469', 9000),
  card('1999', 'Pokemon Game', 'Pikachu', '58'),
  card('1999', 'Pokemon Game', 'Jigglypuff', '54', 9000),
  card('2022', 'Puffs Set', 'Cheeks', '3', 9000),
  card('1998', 'Pokemon Promo', 'Illustrator', '1'),
  card('2016', 'Pokemon', 'Pikachu', '20', 9000),
  card('1999', 'Pokemon Jungle', 'Nidoran [Male]', '57'),
  card('1999', 'Pokemon Magma', 'Nidoran [Female]', '55', 9000),
  card('1999', 'Pokemon', 'Mew', '8', 9000),
  card('2023', 'Pokemon', 'Mew', '199'),
  card('1996', 'Pokemon Japanese Basic', 'Charizard', '6'),
  card('1999', 'Pokemon Basic Holo', 'Charizard', '4', 9000),
  card('1997', 'Pokemon Japanese ポケモンジャングル', 'ブースター', '136'),
  card('2000', 'Pokemon Japanese 遺跡をこえて...', 'ブラッキー', '197'),
  card('2001', 'Pokemon Japanese Promo', 'Umbreon', '8', 9000),
  card('2001', 'Pokemon Neo Discovery', 'Umbreon', '13', 9000),
  card('2024', 'Pokemon Japanese 楽園ドラゴーナ', 'アローラ ナッシーex', '89'),
  card(
    '2024',
    'Pokemon Surging Sparks Special Illustration Rare',
    'Alolan Exeggutor ex',
    '242',
    9000,
  ),
  card('2018', 'Panini Prizm Football', 'Lamar Miller', '125'),
  card('2018', 'Panini Prizm Basketball', 'Oscar Robertson', '125', 9000),
  card('1988', 'Topps Baseball', 'Giants Leaders', '261', 9000),
  card('1988', 'Topps Baseball', 'Matt Williams', '372'),
  card('1984', 'Donruss', 'Tony Gwynn', '324'),
  card('1976', 'Topps', 'Walter Payton', '148'),
  card('1975', 'Topps', 'Walt Sweeney', '159', 9000),
  card('2017', 'Pokemon Japanese キミを待つ島々', 'カプ・コケコGX', '53'),
  card('2017', 'Pokemon Promo', 'Tapu Koko GX', 'SM33', 9000),
  card('1953', 'Topps', 'Yogi Berra', '104'),
  card('1953', 'Topps', 'Yogi Berra New York', '82', 9000),
  card('2012', 'Pokemon Noble Victories', 'N', '92'),
  card('2012', 'Pokemon Noble Victories', 'Victini', '14', 9000),
  ...Array.from({ length: 1000 }, (_, index) =>
    card('2017', 'Pokemon', 'Pikachu', `${index}`, 900),
  ),
  // Many popular cards of a player that is also a word of other names.
  ...Array.from({ length: 310 }, (_, index) =>
    card('2020', 'Panini', `Jordan Love ${index}`, `${index}`, 100),
  ),
  card('1986', 'Fleer', 'Michael Jordan', '57', 50),
];

searchIn('gcd_search_closest', cards);

/** Returns the descriptions of the first page, and the words that the first result does not have. */
async function found(query: string): Promise<{ first: string; all: string[]; ignored: string[] }> {
  const data = await simpleSearch(query);
  const all = data.results.map(({ description }: { description: string }) => description);
  return { first: all[0], all, ignored: data.ignored_words };
}

describe('a query whose words no card has together', () => {
  it.each([
    [
      '2018 Topps Update Shohei Ohtani #US1 DODGERS MLB!',
      '2018 Topps Update Shohei Ohtani #US1',
      ['DODGERS', 'MLB'],
    ],
    [
      'Yogi Berra 1953 Topps # 104 New York YANKEES',
      '1953 Topps Yogi Berra #104',
      ['New', 'York', 'YANKEES'],
    ],
    ['flareon jungle japanese jpn', '1997 Pokemon Japanese ポケモンジャングル ブースター #136', []],
    ['japanese umbreon neo discovery', '2000 Pokemon Japanese 遺跡をこえて... ブラッキー #197', []],
    ['2019 Topps Heritage Rockies #469', '2019 Topps Heritage Chris Rusin #469', ['Rockies']],
    [
      'Pikachu 58/102 yellow cheeks pokemon game set',
      '1999 Pokemon Game Pikachu #58',
      ['yellow', 'cheeks', 'set'],
    ],
    [
      'Fleer 1986 Michael Jordan #57 Love Panini',
      '1986 Fleer Michael Jordan #57',
      ['Love', 'Panini'],
    ],
    [
      'alolan exeggutor ex sar paradise dragona',
      '2024 Pokemon Japanese 楽園ドラゴーナ アローラ ナッシーex #89',
      ['sar'],
    ],
    [
      'tapu koko gx islands await you',
      '2017 Pokemon Japanese キミを待つ島々 カプ・コケコGX #53',
      [],
    ],
    ['1984 donrus 324', '1984 Donruss Tony Gwynn #324', []],
    ['sweetnes 1976 topps', '1976 Topps Walter Payton #148', []],
    ['1988 topps 372 giant', '1988 Topps Baseball Matt Williams #372', ['giant']],
    ['1988 topps 372 giants', '1988 Topps Baseball Matt Williams #372', ['giants']],
    ['N full art noble victories 92/101', '2012 Pokemon Noble Victories N #92', ['full', 'art']],
  ])('%s finds the card with the number, the set and the name', async (query, first, ignored) => {
    expect(await found(query)).toMatchObject({ first, ignored });
  });

  it.each([
    ['the rarer of two names', 'pikachu illustrator', 'Promo Illustrator #1', ['pikachu']],
    ['its language', 'japanese charizard holo 1996', 'Basic Charizard #6', ['holo']],
  ])('finds a card by %s', async (_what, query, first, ignored) => {
    expect(await found(query)).toMatchObject({ first: expect.stringContaining(first), ignored });
  });
});

describe('words that no card needs', () => {
  it.each(['rookie', 'RR', 'Dodgers', 'rookie PSA 10'])(
    'such as %s do not exclude cards without them',
    async (words) => {
      const { first, all } = await found(`2018 topps update shohei ohtani ${words}`);
      expect(first).toBe('2018 Topps Update Shohei Ohtani #US285');
      expect(all).toContain('2018 Topps Update Shohei Ohtani #US1');
    },
  );

  it('rank cards of their sport first', async () => {
    expect((await found('2018 prizm 125 texans rb')).all).toEqual([
      '2018 Panini Prizm Football Lamar Miller #125',
      '2018 Panini Prizm Basketball Oscar Robertson #125',
    ]);
  });

  it('find nothing if no card has the other words', async () => {
    expect((await found('qwxzv dodgers')).all).toEqual([]);
  });

  it('find cards if the query has no other words', async () => {
    expect((await found('dodgers')).all).toContain('2024 Topps Los Angeles Dodgers #12');
  });
});

it.each([
  ['nidoran m', '1999 Pokemon Jungle Nidoran [Male] #57'],
  ['mew 199', '2023 Pokemon Mew #199'],
])('%s finds only cards with the whole last word', async (query, expected) => {
  expect((await found(query)).all).toEqual([expected]);
});
