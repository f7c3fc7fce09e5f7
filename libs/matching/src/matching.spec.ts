import { GRADERS, type Grader } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideBlock, type Candidate } from './block.js';
import { compare } from './compare.js';
import { blockOf, type Entry, featuresOf } from './features.js';
import { isOneEditApart } from './names.js';
import { wordsOf } from './words.js';

const EMPTY = {
  category: '',
  year: '',
  setName: '',
  name: '',
  cardNumber: '',
  parallel: '',
  subset: '',
  description: '',
};
const entry = (text: Partial<Entry>): Entry => ({ id: 1, grader: 'psa', ...EMPTY, ...text });
const described = (description: string, grader: Grader = 'psa') =>
  featuresOf(entry({ description, grader }));

describe('wordsOf', () => {
  it.each([
    ['Autographs', 'AUTO'],
    ['Die-Cut', 'diecuts'],
    ['O-Pee-Chee', 'OPC'],
    ['Upper Deck Series 2', 'UD Ser. Two'],
    ['Pokémon', 'POKEMON'],
    ['Patches and Jerseys', 'Patch & Jsy'],
    ['1st Edition', 'First Edition'],
    ["Bowman's Best", 'BOWMANS BEST'],
    ['Refractor /25', 'REF. #/25'],
  ])('reads %s as %s', (one, other) => {
    expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it.each([
    ['Gold', 'Golden'],
    ['Refractor', 'Xfractor'],
    ['Autographs', 'Signatures'],
    ['Series 1', 'Series 2'],
  ])('reads %s differently from %s', (one, other) => {
    expect(wordsOf(one)).not.toEqual(wordsOf(other));
  });
});

describe('blockOf', () => {
  it.each([
    [{ year: '2016-17', cardNumber: 'BDC-100' }, '2016 BDC100'],
    [{ year: '1999', cardNumber: '#004/102' }, '1999 4'],
    [{ year: '2022', cardNumber: 'TG05/TG30' }, '2022 TG5'],
    [{ year: '2019', cardNumber: '258★' }, '2019 258★'],
    [{ description: '2019 Magic Throne of Eldraine #258★ Oko' }, '2019 258★'],
    [{ description: '2011 TOPPS UPDATE #US175 MIKE TROUT' }, '2011 US175'],
    [{ description: '2023 Paldea Evolved - PAL EN - English Magikarp 203/193' }, '2023 203'],
    [{ year: '2023', cardNumber: 'op05-119' }, '2023 OP05119'.replace('OP05', 'OP5')],
    [{ year: '1909', description: 'T206 HONUS WAGNER' }, null],
    [{ cardNumber: '5', description: 'TOPPS' }, null],
  ])('puts %p in %p', (text, block) => {
    expect(blockOf(featuresOf(entry(text)))).toBe(block);
  });
});

describe('compare', () => {
  it.each([
    [
      '1999 POKEMON GAME 1ST EDITION #4 CHARIZARD-HOLO',
      '1999 Base Set English 1st Edition Holo Charizard 4/102',
    ],
    [
      '2018 TOPPS CHROME #150 RONALD ACUNA JR. REFRACTOR',
      '2018 Topps Chrome Baseball Refractors #150 Ronald Acuña Jr. RC',
    ],
    [
      '2016 PANINI CONTENDERS #5 C.J. MCCOLLUM AUTO',
      '2016-17 Panini Contenders Basketball - Autographs CJ McCollum #5',
    ],
  ])('considers %s and %s the same card', (one, other) => {
    expect(compare(described(one), described(other, 'cgc')).verdict).toBe('same');
  });

  it.each([
    [
      '2018 TOPPS CHROME #150 RONALD ACUNA JR.',
      '2018 Topps Chrome Refractor Ronald Acuna Jr. #150',
    ],
    ['2018 TOPPS #150 RONALD ACUNA JR.', '2018 Topps Chrome Ronald Acuna Jr. #150'],
    [
      '1999 POKEMON GAME 1ST EDITION #4 CHARIZARD-HOLO',
      '1999 Base Set English Holo Charizard 4/102',
    ],
    ['1999 POKEMON GAME #4 CHARIZARD-HOLO', '2000 Base Set English Holo Charizard 4/102'],
    ['2013 PANINI PRIZM #27 JIM OBRIEN AUTO', '2013 Panini Prizm Prizm Autographs #27 Jim OBrien'],
    ['2012 TOPPS UPDATE #4 MIKE TROUT GOLD', '2012 Topps Update #4 Mike Trout Golden Moments'],
    ['2012 TOPPS MUSEUM COLLECTION #4 MIKE TROUT', '2012 Panini Museum Collection #4 Mike Trout'],
  ])('considers %s and %s different cards', (one, other) => {
    expect(compare(described(one), described(other, 'cgc')).verdict).not.toBe('same');
  });

  it('accepts a name that only the description contains', () => {
    const text = {
      year: '2003',
      cardNumber: '4',
      description: '2003 Topps #4 The Return of the King',
    };
    const named = featuresOf(entry({ ...text, name: 'The Return of the King' }));
    const unnamed = featuresOf(entry({ ...text, grader: 'cgc' }));
    expect(compare(named, unnamed).verdict).toBe('same');
    expect(compare(unnamed, unnamed).verdict).toBe('same');
  });

  it('requires equal print runs if both have one', () => {
    const run = (text: string) => described(`2018 Topps Chrome Gold ${text} #5 Mike Trout`);
    expect(compare(run('/50'), run('')).verdict).toBe('same');
    expect(compare(run('/50'), run('/25')).verdict).toBe('different');
  });

  it.each([
    ['charizard', 'charizrd', true],
    ['charizard', 'chraizard', true],
    ['charizard', 'charizart', true],
    ['charizard', 'charizard', false],
    ['charizard', 'chrizrd', false],
  ])('compares %s and %s as %s', (one, other, apart) => {
    expect(isOneEditApart(one, other)).toBe(apart);
    expect(isOneEditApart(other, one)).toBe(apart);
  });
});

describe('ambiguous matches', () => {
  const place = (
    id: number,
    grader: Grader,
    words: string,
    group: number | null = null,
    graders: Grader[] = [],
    name = 'Mike Trout',
  ): Candidate => ({
    features: featuresOf(
      entry({
        id,
        grader,
        name,
        description: `2018 Topps Chrome ${words} #7 ${name}`,
      }),
    ),
    group,
    graders,
  });
  const reasons = (...all: Candidate[]) => decideBlock(all).doubts.map(({ reason }) => reason);
  const matched = (...all: Candidate[]) =>
    decideBlock(all).unions.map(({ joining }) => joining.map(({ id }) => id));

  it('leave both unmatched when two grader cards of a grader are equally similar', () => {
    const all = [place(1, 'psa', ''), place(2, 'cgc', ''), place(3, 'cgc', '')];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toEqual([
      'another grader card is equally similar',
      'another grader card is equally similar',
    ]);
  });

  it('match the more similar of two', () => {
    const all = [place(1, 'psa', 'set card'), place(2, 'cgc', 'set card'), place(3, 'cgc', '')];
    expect(matched(...all)).toEqual([[1, 2]]);
    expect(reasons(...all)).toEqual(['another grader card is more similar']);
  });

  it('never give a universal card a second grader card of a grader through a third one', () => {
    // The best pairs are 1 and 2, 2 and 3, and 3 and 4, but 1 and 4 are both of PSA.
    const all = [
      place(1, 'psa', 'set card'),
      place(2, 'cgc', 'set card game base'),
      place(3, 'sgc', 'set card game base regular common official product'),
      place(4, 'psa', 'set card game base regular common official product tcg ccg'),
    ];
    expect(matched(...all)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(reasons(...all)).toContain('the universal card has another card of the grader');
  });

  it('keep two universal cards separate', () => {
    const all = [place(1, 'psa', '', 1, ['psa']), place(2, 'cgc', '', 2, ['cgc'])];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toEqual(['both belong to universal cards']);
  });

  it('do not add a grader card to a universal card with a different one', () => {
    const all = [
      place(1, 'psa', 'gold', 1, ['psa', 'cgc']),
      place(2, 'cgc', '', 1, ['psa', 'cgc']),
      place(3, 'sgc', ''),
    ];
    expect(matched(...all)).toEqual([]);
    expect(reasons(...all)).toContain('another grader card of the universal card is different');
  });

  it('match nothing below the threshold', () => {
    const all = [place(1, 'psa', ''), place(2, 'cgc', '', null, [], 'Mike Trout Jr.')];
    expect(reasons(...all)).toEqual(['below the threshold']);
  });
});

/** Words that may differ between grader cards of the same card, and some that may not. */
const WEAK = ['baseball', 'set', 'card', 'game', 'base', 'regular'];
const TELLING = ['gold', 'prizm', 'horizon', 'horizan'];
const NAMES = ['Mike Trout', 'M. Trout', 'Mike Trout Jr.', 'Mike Truot', 'Ken Stone', ''];
const texts = fc.record({
  grader: fc.constantFrom(...GRADERS),
  category: fc.constantFrom('Baseball', 'Baseball', 'Baseball', 'Pokemon', ''),
  year: fc.constantFrom('2018', '2018', '2018-19', ''),
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constant('Mike Trout') },
    { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
  ),
  weak: fc.subarray(WEAK, { maxLength: 3 }),
  telling: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(TELLING) },
  ),
  run: fc.constantFrom('', '', '', '/25', '/50'),
});
const entries = fc.array(texts, { maxLength: 12 }).map((all) =>
  all.map(({ grader, category, year, name, weak, telling, run }, at) => {
    const set = ['topps', 'chrome', ...telling, ...weak].join(' ');
    return entry({
      id: at + 1,
      grader,
      category,
      year,
      name,
      setName: set,
      cardNumber: '7',
      description: `2018 ${set} #7 ${name} ${run}`,
    });
  }),
);

/** Grader cards of a block, some of them matched. */
const placed = fc
  .tuple(entries, fc.array(fc.nat(3), { maxLength: 14 }))
  .map(([all, groups]): Candidate[] => {
    const members = new Map<number, Entry[]>();
    const groupOf = (each: Entry, at: number): number | null => {
      const group = groups[at] ?? 0;
      if (group === 0) return null;
      const others = members.get(group) ?? [];
      if (others.some(({ grader }) => grader === each.grader)) return null;
      members.set(group, [...others, each]);
      return group;
    };
    const standing = all.map((each, at) => ({
      features: featuresOf(each),
      group: groupOf(each, at),
    }));
    return standing.map(({ features, group }) => ({
      features,
      group: group === null ? null : 1000 + group,
      graders: group === null ? [] : (members.get(group) ?? []).map(({ grader }) => grader),
    }));
  });

const unionsOf = (all: readonly Candidate[]) =>
  decideBlock(all).unions.map(({ group, joining }) => ({
    group,
    ids: joining.map(({ id }) => id),
  }));

describe('properties', () => {
  it('a comparison does not depend on the order', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const features = all.map(featuresOf);
        for (const a of features)
          for (const b of features) expect(compare(a, b)).toEqual(compare(b, a));
      }),
    );
  });

  it('a grader card is equal to itself at another grader', () => {
    fc.assert(
      fc.property(entries, (all) => {
        for (const each of all) {
          if (each.name === '') continue;
          expect(compare(featuresOf(each), featuresOf(each)).score).toBe(1);
        }
      }),
    );
  });

  it('words stay the same when they are processed twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = wordsOf(text);
        expect(wordsOf(once.join(' '))).toEqual(once);
      }),
    );
  });

  it('decisions do not depend on the order of the input', () => {
    fc.assert(
      fc.property(placed, fc.infiniteStream(fc.nat()), (all, random) => {
        const shuffled = all
          .map((each) => ({ each, at: random.next().value as number }))
          .sort((x, y) => x.at - y.at)
          .map(({ each }) => each);
        expect(unionsOf(shuffled)).toEqual(unionsOf(all));
      }),
      { numRuns: 1000 },
    );
  });

  it('a universal card never has two grader cards of a grader, nor two ids', () => {
    fc.assert(
      fc.property(placed, (all) => {
        for (const { group, joining } of decideBlock(all).unions) {
          const standing =
            all.find((each) => group !== null && each.group === group)?.graders ?? [];
          const graders = [...standing, ...joining.map(({ grader }) => grader)];
          expect(new Set(graders).size).toBe(graders.length);
          for (const { id } of joining) {
            expect(all.find(({ features }) => features.id === id)?.group).toBeNull();
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('a second run decides nothing new', () => {
    fc.assert(
      fc.property(placed, (all) => {
        const unions = decideBlock(all).unions;
        const after = all.map((each): Candidate => {
          const own = unions.find(({ joining }) =>
            joining.some(({ id }) => id === each.features.id),
          );
          const group = each.group ?? (own ? (own.group ?? own.joining[0]?.id ?? null) : null);
          return { ...each, group };
        });
        const gradersOf = (group: number) => [
          ...new Set([
            ...after.filter((each) => each.group === group).map(({ features }) => features.grader),
            ...(all.find((each) => each.group === group)?.graders ?? []),
          ]),
        ];
        const again = after.map((each) => ({
          ...each,
          graders: each.group === null ? [] : gradersOf(each.group),
        }));
        expect(unionsOf(again)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('no two grader cards of a new universal card are different cards', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const none = all.map(
          (each): Candidate => ({ features: featuresOf(each), group: null, graders: [] }),
        );
        for (const { joining } of decideBlock(none).unions) {
          for (const a of joining) {
            for (const b of joining) expect(compare(a, b).verdict).not.toBe('different');
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
