import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type EntryText, readTerms, termsOfEntry, writeTerms } from './entry.js';
import { hasWords } from './match.js';
import { readQuery } from './query.js';
import { spellingsOf } from './terms.js';

const NOTHING: EntryText = {
  description: '',
  year: '',
  set_name: '',
  name: '',
  card_number: '',
  parallel: null,
  subset: null,
};

const termsOf = (parts: Partial<EntryText>) =>
  readTerms(writeTerms(termsOfEntry({ ...NOTHING, ...parts })));
const finds = (query: string, description: string, lastIsPrefix = false): boolean => {
  const words = readQuery(query, lastIsPrefix);
  return words.length > 0 && hasWords(words, termsOf({ description }));
};

describe('search', () => {
  it.each([
    ['2023', '2022-23 Panini Prizm'],
    ['22-23', '2022-23 Panini Prizm'],
    ['2022-2023', '2022-23 Panini Prizm'],
    ['2022-23 prizm', '2022 Panini Prizm'],
    ['1910', '1909-11 T206 White Border'],
    ['89 upper deck', '1989 Upper Deck'],
    ['fleer86 jordan', '1986 Fleer Jordan'],
    ['86fleer jordan', '1986 Fleer Jordan'],
    ['#4', 'Charizard 4/102'],
    ['4/102', 'Charizard #4'],
    ['045', 'Vileplume #45'],
    ['GG50', 'Darkrai GG50/GG70'],
    ['us175', 'Trout #US175'],
    ['sv043', 'Pincurchin SV43'],
    ['-5', 'Joe Jackson #-5'],
    ['/99', 'Jordan Silver /99'],
    ['rc', 'Jordan Rookie'],
    ['1st edition', 'Machamp 1ST ED.'],
    ['jr', 'Ken Griffey, Jr.'],
    ['c j stroud', 'C.J. Stroud'],
    ["o'neal", 'Shaquille ONeal'],
    ['ho-oh', 'HO OH'],
    ['pokemon', 'Pokémon'],
    ['nidoran f', 'Nidoran ♀'],
    ['⭐️mewtwo⭐️', 'Mewtwo'],
    ['scarlet and violet', 'Scarlet & Violet'],
    ['リザードン', '2016 Pokemon リザードンEX'],
    ['ﾘｻﾞｰﾄﾞﾝ', 'リザードン'],
    ['りざーどん', 'リザードン'],
    ['皮卡', '皮卡丘'],
    ['ピカチュウ 25', 'ピカチュウ #025/165'],
    ["'; drop table cards; --", 'Drop Table Cards'],
    ['charizard & (blastoise | !venusaur):*', 'Charizard Blastoise Venusaur'],
  ])('with the query %s finds %s', (query, description) => {
    expect(finds(query, description)).toBe(true);
  });

  it.each([
    ['102', 'Charizard 4/102'],
    ['#4', 'Charizard #44'],
    ['1999', '1998 Pokemon'],
    ['2021-22', '2022-23 Panini Prizm'],
    ["'03", 'LeBron James #3'],
    ['カチュ', 'ガチュ'],
    ['zzzz charizard', 'Charizard'],
    ['char', 'Charizard'],
    ['and', 'Charizard'],
  ])('with the query %s does not find %s', (query, description) => {
    expect(finds(query, description)).toBe(false);
  });

  it('finds any year from 1940 to 2039 by its last two digits, and a season by those of both years', () => {
    for (let year = 1940; year < 2040; year += 1) {
      const [short, next] = [year, year + 1].map((each) => String(each).slice(2));
      const season = `${year}-${next}`;
      for (const query of [short as string, `'${short}`, `’${short}`]) {
        for (const found of [year, season]) {
          expect([query, finds(query, `${found} Topps`)]).toEqual([query, true]);
        }
        expect([query, finds(query, `${year + 1} Topps`)]).toEqual([query, false]);
      }
      expect([season, finds(`${short}-${next}`, `${season} Topps`)]).toEqual([season, true]);
    }
  });

  it.each([
    ['char', 'Charizard'],
    ['james', 'LeBron James'],
  ])('with the prefix %s finds %s', (query, description) => {
    expect(finds(query, description, true)).toBe(true);
  });

  it.each([
    ['char dark', 'Dark Charizard'],
    ['mew 199', '1999 Mew'],
  ])('with the prefix %s does not find %s', (query, description) => {
    expect(finds(query, description, true)).toBe(false);
  });
});

it.each([
  ['https://www.example.com/itm/1999-pokemon-charizard/12?q=psa', '1999 pokemon charizard'],
  ['mint www.example.com/game/base-set/charizard-4', 'mint base set charizard 4'],
])('readQuery reads only words for a card from the URL in %s', (query, expected) => {
  const texts = readQuery(query, true).map(({ text }) => text);
  expect(texts.join(' ')).toBe(expected);
});

it('readQuery reads an excluded parallel as one word', () => {
  expect(readQuery('gengar non holo fossil', true)).toMatchObject([
    { text: 'gengar' },
    { text: 'non-holo', kind: 'noise', excludes: 'holo' },
    { text: 'fossil' },
  ]);
  expect(readQuery('gengar nonsense', true)[1]).not.toHaveProperty('excludes');
});

describe('readQuery classifies the words of', () => {
  const kinds = (query: string) => readQuery(query, false).map(({ kind }) => kind);

  it.each([
    ['charizard psa 10', ['identifying', 'noise', 'noise']],
    ['charizard PSA10', ['identifying', 'noise']],
    ['charizard psa gem 10', ['identifying', 'noise', 'noise', 'noise']],
    ['100% authentic charizard', ['noise', 'noise', 'identifying']],
    ['charizard 10', ['identifying', 'identifying']],
    ['jordan 12/99', ['identifying', 'serial']],
    ['jordan /99 (SSP) gold', ['identifying', 'optional', 'optional', 'optional']],
    ['k. griffey', ['optional', 'identifying']],
    ['Ohtani DODGERS MLB! RC', ['identifying', 'noise', 'noise', 'noise']],
    ['ピカチュウ 旧裏', ['identifying', 'noise']],
  ])('%s', (query, expected) => {
    expect(kinds(query)).toEqual(expected);
  });
});

it.each([
  ['91 topps 234', 'year'],
  ['91 topps', 'digits'],
  ['91 topps psa 10', 'digits'],
  ['topps 91 234', 'word'],
])('readQuery reads the first word of %s as a %s', (query, expected) => {
  expect(readQuery(query, true)[0]?.looksLike).toBe(expected);
});

it('spellingsOf returns the words of a description as written, by term', () => {
  const spellings = spellingsOf("1999 POKEMON FATES #6 GYARADOS-HOLO, Farfetch'd");
  expect(
    ['gyarado', 'gyaradosholo', 'fate', 'farfetchd', '1999'].map((term) => spellings.get(term)),
  ).toEqual(['gyarados', 'gyarados-holo', 'fates', "farfetch'd", undefined]);
});

it('termsOfEntry lists each term only once, under the first field that contains it', () => {
  const terms = termsOf({
    description: '2023 POKEMON MEW EN-151 #151 MEW EX PROMO',
    ...{ year: '2023', set_name: 'Pokemon MEW EN-151', name: 'Mew ex', card_number: '151/165' },
  });
  expect(Object.fromEntries(terms)).toEqual({
    ...{ '151/165': 'number', '151': 'number', '2023': 'year', mew: 'name', ex: 'name' },
    ...{ pokemon: 'set', en: 'set', en151: 'set', promo: 'other' },
  });
});

it('termsOfEntry reads a star after a name as gold star', () => {
  const terms = (name: string) => [...termsOf({ description: '', name }).keys()];
  expect(terms('Mew ☆ δ')).toEqual(['mew', 'gold', 'star', 'delta']);
  expect(terms('Umbreon ★')).toEqual(['umbreon', 'gold', 'star']);
});

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(..."1999 23/24 O'Neal #BTP-43 /99 リザ ( J.R. - '' 4/102 é".split(' ')),
      )
      .map((words) => words.join(' ')),
  );

  it('is found by a search for the same text', () => {
    fc.assert(
      fc.property(text, (description) => {
        expect(hasWords(readQuery(description, false), termsOf({ description }))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('never yields terms with characters that are special in a tsquery', () => {
    fc.assert(
      fc.property(text, (description) => {
        for (const term of termsOf({ description }).keys()) {
          expect(term).toMatch(/^[^\s'\\|&!():*<>]{1,64}$/u);
          // Capital letters are reserved for the prefixes of lexemes.
          expect(term).not.toMatch(/^[A-Z]/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
