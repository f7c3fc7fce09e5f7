import { type QueryWord, readQuery } from '@gcd/search-terms';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ImpossiblePairs } from './impossible-pairs.js';
import type { TermRow } from './search.queries.js';
import { similarQueries, toText } from './similar-queries.js';
import { Vocabulary } from './vocabulary.js';

/**
 * Terms of a vocabulary, each with the number of cards that contain it, and the number that contain it in their name.
 */
const ROWS: readonly TermRow[] = [
  { term: 'topp', cards: 500_000, names: 0 },
  { term: 'fleer', cards: 90_000, names: 0 },
  { term: 'chrome', cards: 80_000, names: 0 },
  { term: 'rookie', cards: 90_000, names: 0 },
  { term: '1986', cards: 9000, names: 0 },
  { term: '1987', cards: 9000, names: 0 },
  { term: 'michael', cards: 9000, names: 9000 },
  { term: 'micheal', cards: 5, names: 5 },
  { term: 'jordan', cards: 3000, names: 3000 },
  { term: 'vault', cards: 40, names: 0 },
  { term: 'skyridge', cards: 100, names: 0 },
  { term: 'aquapoli', cards: 100, names: 0 },
  { term: 'sky', cards: 300, names: 30 },
  { term: 'ridge', cards: 50, names: 10 },
  { term: 'aqua', cards: 300, names: 30 },
  { term: 'poli', cards: 50, names: 10 },
  { term: 'gyarado', cards: 200, names: 200 },
  { term: 'clemente', cards: 200, names: 200 },
  { term: 'clemen', cards: 300, names: 300 },
  { term: 'mimikyu', cards: 200, names: 200 },
  { term: 'mike', cards: 9000, names: 9000 },
];

function similar(text: string): string[] {
  const words = readQuery(text, true);
  return textsOf(similarQueries(words, new Vocabulary(ROWS), [words]));
}

function textsOf(queries: readonly QueryWord[][]): string[] {
  return queries.map((query) =>
    query.map(({ variants }) => variants.map(({ terms }) => terms.join('+')).join('|')).join(' '),
  );
}

describe('similarQueries', () => {
  it.each([
    ['1986 fleer micheal jordan', '1986|1986~ fleer micheal|michael jordan|jordan'],
    ['1986 flear jordan', '1986|1986~ fleer jordan|jordan'],
    ['clemete fleer', 'clemente fleer|fleer'],
    ['mimikiu fleer', 'mimikyu fleer|fleer'],
    ['michael jordan vault fleer', 'michael jordan fleer|fleer'],
    ['1987 fleer jordan', '1987|1987~|1986|1988 fleer jordan|jordan'],
  ])('for %j, returns a list that includes %j', (text, expected) => {
    expect(similar(text)).toContain(expected);
  });

  it('drops a rare word that is not a name before it drops a name', () => {
    const queries = similar('michael jordan vault fleer');
    expect(queries.indexOf('michael jordan fleer|fleer')).toBeLessThan(
      queries.indexOf('michael vault fleer|fleer'),
    );
  });

  it('drops a word that no card has before it drops a known word', () => {
    const queries = similar('gyrados ridge fleer');
    expect(queries.indexOf('ridge fleer|fleer')).toBeLessThan(
      queries.indexOf('gyarado fleer|fleer'),
    );
    expect(queries).toContain('ridge fleer|fleer');
  });

  it('joins more than one pair of words in the same query', () => {
    expect(similar('sky ridge aqua polis gyarados')).toContain(
      'skyridge aquapoli gyarado|gyarados',
    );
  });

  it('first returns one query per card if the original query combines words from two cards', () => {
    const words = readQuery('michael jordan skyridge gyarados', true);
    const [michael, jordan, skyridge, gyarados] = words as [
      QueryWord,
      QueryWord,
      QueryWord,
      QueryWord,
    ];
    const impossible = new ImpossiblePairs([
      [michael, skyridge],
      [michael, gyarados],
      [jordan, skyridge],
      [jordan, gyarados],
    ]);
    const queries = textsOf(similarQueries(words, new Vocabulary(ROWS), [], impossible));
    expect(queries.slice(0, 2).sort()).toEqual(['michael jordan', 'skyridge gyarado|gyarados']);
  });

  it('returns no query that has already been tried', () => {
    const words = readQuery('1986 flear jordan', true);
    const all = similarQueries(words, new Vocabulary(ROWS));
    const others = similarQueries(words, new Vocabulary(ROWS), all.slice(0, 2));
    expect(textsOf(others)).toEqual(textsOf(all.slice(2)));
  });

  it('never requires the word "rookie"', () => {
    const queries = similar('michael jordan rookie chrome zzzz');
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.filter((query) => query.includes('rookie'))).toEqual([]);
  });

  it('also returns single names', () => {
    const queries = similar('topps jordan michael zzzz');
    expect(queries).toEqual(expect.arrayContaining(['jordan michael', 'jordan']));
    expect(queries).toContain('topp');
  });

  it('returns fewer queries if the original query was expensive', () => {
    const cheap = similar('topps fleer chrome skyridge zzzz');
    expect(cheap.length).toBeGreaterThan(10);
    // No card contains all three words, but each word occurs on many cards.
    expect(similar('topps fleer chrome').length).toBeLessThanOrEqual(5);
  });

  it('returns no queries if no word is known', () => {
    expect(similar('qqqq zzzz')).toEqual([]);
    expect(similar('1986 1987')).toEqual([]);
  });

  it('returns at most 80 distinct queries, each with a word that is not a number', () => {
    const known = fc.constantFrom(...ROWS.map(({ term }) => term));
    const words = fc.array(fc.oneof(known, fc.string({ minLength: 1, maxLength: 12 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(words, (typed) => {
        const query = readQuery(typed.join(' ').slice(0, 200), true);
        const queries = similarQueries(query, new Vocabulary(ROWS));
        expect(queries.length).toBeLessThanOrEqual(80);
        // The maximum is the cost limit, plus the two queries and the names that are always tried.
        expect(queries.flat().length).toBeLessThanOrEqual(150 + 2 * 16 + 2 + 4);
        expect(new Set(queries.map((each) => JSON.stringify(each))).size).toBe(queries.length);
        for (const each of queries) {
          expect(each.some(({ looksLike }) => looksLike === 'word')).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('toText', () => {
  it('spells corrected words as the best card does', () => {
    const [query = []] = similarQueries(readQuery('gyrados', true), new Vocabulary(ROWS));
    const text = toText(query, new Set(['gyarado']), '1999 POKEMON GAME #6 GYARADOS-HOLO');
    expect(text).toBe('gyarados');
  });

  it('leaves card numbers as typed', () => {
    const query = readQuery('charizard 4/102', true);
    expect(toText(query, new Set(['charizard', '4']), 'CHARIZARD #4')).toBe('charizard 4/102');
  });
});
