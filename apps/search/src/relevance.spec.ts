import { readQuery, readTerms, termsOfEntry, writeTerms } from '@gcd/search-terms';
import { describe, expect, it } from '@jest/globals';
import { readEntries, relevance } from './relevance.js';

interface Parts {
  readonly year?: string;
  readonly set_name?: string;
  readonly name?: string;
  readonly card_number?: string;
  readonly parallel?: string;
  readonly subset?: string;
}

function entry(parts: Parts) {
  const all = {
    year: '',
    set_name: '',
    name: '',
    card_number: '',
    parallel: '',
    subset: '',
    ...parts,
  };
  return readTerms(
    writeTerms(termsOfEntry({ ...all, description: Object.values(parts).join(' ') })),
  );
}

const score = (query: string, parts: Parts, popularity = 0) =>
  relevance(readQuery(query, true), entry(parts), popularity);

const BASE = { year: '2018', set_name: 'Panini Prizm', name: 'Luka Doncic', card_number: '280' };

describe('relevance', () => {
  it.each<[string, Parts, Parts]>([
    ['2018 prizm luka doncic', BASE, { ...BASE, parallel: 'Silver' }],
    ['luka doncic silver', { ...BASE, parallel: 'Silver' }, BASE],
    ['luka doncic silver', { ...BASE, parallel: 'Silver' }, { ...BASE, parallel: 'Silver Wave' }],
    [
      'mew 151',
      { name: 'Mew', card_number: '151' },
      { name: 'Mew', set_name: '151', card_number: '205' },
    ],
    ['luka 28', { ...BASE, card_number: '28' }, { ...BASE, card_number: '281' }],
    ['2018 luka', { ...BASE, year: '2018-19' }, { ...BASE, year: '2017-18' }],
    [
      '89 upper deck 25 griffey',
      { name: 'Griffey', set_name: 'Upper Deck', year: '1989', card_number: '25' },
      { name: 'Griffey', set_name: 'Upper Deck', year: '1994', card_number: '89 / 25' },
    ],
    [
      "'09 curry",
      { name: 'Curry', year: '2009-10', card_number: '1' },
      { name: 'Curry', year: '2008-09', card_number: '9' },
    ],
    ['09-10 curry', { name: 'Curry', year: '2009-10' }, { name: 'Curry', year: '2009' }],
    [
      'correa 15 chrome',
      { name: 'Correa', year: '2015', set_name: 'Topps Chrome' },
      { name: 'Correa', year: '2017', set_name: 'Topps Chrome', subset: 'Edition 15' },
    ],
    [
      'topps chrome suzuki',
      { set_name: 'Topps Chrome', name: 'Suzuki', parallel: 'Holo' },
      { set_name: 'Topps Cosmic Chrome', name: 'Suzuki' },
    ],
    ['mewtwo & mew', { name: 'Mewtwo & Mew' }, { name: 'Mewtwo', set_name: 'Mew' }],
    ['n', { name: 'N' }, { name: 'Ninetales' }],
    [
      '2018 prizm doncic rookie',
      { ...BASE, parallel: 'Rookie' },
      { ...BASE, subset: 'Rookie Autographs' },
    ],
    [
      'joe namath rookie',
      { name: 'Joe Namath', set_name: 'Topps Football', parallel: 'RC SP' },
      { name: 'Joe Namath', set_name: 'Panini Rookies & Stars Football' },
    ],
    ['charizard', { name: 'Charizard' }, { name: 'Charizard & Braixen GX' }],
    ['charizard unlimited', { name: 'Charizard' }, { name: 'Charizard', parallel: 'Shadowless' }],
    [
      'charizard unlimited',
      { name: 'Charizard', parallel: 'Unlimited' },
      { name: 'Charizard', parallel: '1st Edition' },
    ],
    [
      'charizard holo base set',
      { set_name: 'Pokemon Base Set', name: 'Charizard', parallel: 'Holo' },
      { set_name: 'Pokemon Base Set 2', name: 'Charizard-Holo' },
    ],
    [
      'base set charizard',
      { set_name: 'Base Set', name: 'Charizard', parallel: '1st Edition' },
      { set_name: 'Expedition Base Set', name: 'Charizard' },
    ],
    [
      'blastoise base set',
      { set_name: 'Pokemon Base Set', name: 'Blastoise', parallel: 'Holo' },
      { set_name: 'Pokemon Expedition Base Set', name: 'Blastoise' },
    ],
    [
      'topps dan marino',
      { set_name: 'Topps Football', name: 'Dan Marino' },
      { set_name: 'Topps Stickers', name: 'Dan Marino' },
    ],
  ])('ranks for %j the card %j above %j', (query, first, second) => {
    expect(score(query, first)).toBeGreaterThan(score(query, second));
  });

  it('reads two digits as a year or as a card number alike', () => {
    const card = { name: 'Griffey', year: '1994', card_number: '89' };
    expect(score('griffey 89', card)).toBe(
      score('griffey 89', { ...card, year: '1989', card_number: '1' }),
    );
  });

  it('ranks the exact name above the most popular longer name', () => {
    expect(score('n', { name: 'N' })).toBeGreaterThan(score('n', { name: 'Ninetales' }, 100_000));
    expect(score('palkia g', { name: 'Palkia G' })).toBeGreaterThan(
      score('palkia g', { name: 'Palkia GX' }, 100_000),
    );
  });

  it.each(['base set charizard', 'set charizard base', 'charizard set base'])(
    'gives %j the same score as the words in another order',
    (query) => {
      const card = { set_name: 'Base Set', name: 'Charizard-Holo', year: '1999' };
      expect(score(query, card)).toBe(score('charizard base set', card));
    },
  );

  it('gives popularity more weight in a short query', () => {
    const old = { year: '1999', set_name: 'Pokemon Game', name: 'Charizard', card_number: '4' };
    const later = { ...old, year: '2016', set_name: 'Evolutions', card_number: '11' };
    expect(score('charizard', old, 35_000)).toBeGreaterThan(score('charizard', later, 6_000));
    expect(score('charizard 11', later, 6_000)).toBeGreaterThan(score('charizard 11', old, 35_000));
  });

  it.each(['charizard psa 9', 'charizard gem mint 9', 'bgs 9.5 charizard'])(
    'ignores the grade in %j',
    (query) => {
      const [popular, rare] = ['4', '9'].map((card_number) => ({ name: 'Charizard', card_number }));
      expect(score(query, popular as Parts, 100)).toBeGreaterThan(score(query, rare as Parts, 10));
      expect(score(query, popular as Parts, 100)).toBe(score('charizard', popular as Parts, 100));
    },
  );

  it('ranks a card number with the size of the set above a popular card with the same number', () => {
    const popular = score('199/165', { name: 'Psyduck', card_number: 'SM199' }, 100_000);
    expect(score('199/165', { name: 'Charizard', card_number: '199/165' })).toBeGreaterThan(
      popular,
    );
  });

  it.each(['gengar non-holo', 'gengar non holo', 'gengar nonholo'])(
    'ranks a card without the parallel that %j excludes above a popular card with it',
    (query) => {
      const popular = score(query, { name: 'Gengar-Holo' }, 100_000);
      expect(score(query, { name: 'Gengar' })).toBeGreaterThan(popular);
    },
  );

  it('ranks the more popular of two equal matches higher, but never above an exact match', () => {
    expect(score('luka doncic', BASE, 1000)).toBeGreaterThan(score('luka doncic', BASE, 10));
    expect(score('luka doncic 280', BASE, 0)).toBeGreaterThan(
      score('luka doncic 280', { ...BASE, card_number: '2801' }, 100_000),
    );
  });
});

it('a query for a set or one name ranks a popular special print above base cards', () => {
  const moonbreon = { set_name: 'Evolving Skies', name: 'Umbreon VMAX', parallel: 'Secret' };
  const base = { set_name: 'Evolving Skies', name: 'Umbreon' };
  for (const query of ['evolving skies', 'umbreon']) {
    expect(score(query, moonbreon, 26_000)).toBeGreaterThan(score(query, base, 4000));
    expect(score(query, moonbreon, 4000)).toBeLessThan(score(query, base, 4000) + 0.001);
  }
  expect(score('umbreon evolving skies #4', moonbreon, 26_000)).toBeLessThan(
    score('umbreon evolving skies #4', base, 26_000),
  );
});

it('a query matches a card number whose letter prefix occurs only in the set name', () => {
  const promo = { set_name: 'SVP Black Star Promo', name: 'Pikachu', card_number: '85' };
  expect(score('pikachu svp085', promo)).toBeGreaterThan(
    score('pikachu svp085', { ...promo, card_number: '1', subset: '85' }),
  );
});

it('readEntries returns the terms of each grader card separately', () => {
  const terms = writeTerms(
    termsOfEntry({ ...BASE, description: '', parallel: null, subset: null }),
  );
  expect(readEntries(`psa\t12\t${terms}\ncgc\t7\t${terms}`)).toMatchObject([
    { grader: 'psa', id: 12 },
    { grader: 'cgc', id: 7 },
  ]);
});
