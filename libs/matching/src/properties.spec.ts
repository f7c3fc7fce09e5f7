import { GRADERS } from '@gcd/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entry } from '../test/entries.js';
import { type Candidate, decideBlock } from './block.js';
import { compare } from './compare.js';
import { type Entry, featuresOf } from './features.js';
import { wordsOf } from './words.js';

/** Words that graders may omit. */
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

/** Generates the grader cards of a block, some of which are already matched. */
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

describe('properties of the matcher', () => {
  it('comparing two cards does not depend on their order', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const features = all.map(featuresOf);
        for (const a of features)
          for (const b of features) expect(compare(a, b)).toEqual(compare(b, a));
      }),
    );
  });

  it('a grader card matches the same card from another grader', () => {
    fc.assert(
      fc.property(entries, (all) => {
        for (const each of all) {
          if (each.name === '') continue;
          expect(compare(featuresOf(each), featuresOf(each)).score).toBe(1);
        }
      }),
    );
  });

  it('normalizing words twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = wordsOf(text);
        expect(wordsOf(once.join(' '))).toEqual(once);
      }),
    );
  });

  it('decisions do not depend on the order of the cards', () => {
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

  it('a universal card never has two cards from one grader, or two ids', () => {
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

  it('a second run makes no new decisions', () => {
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

  it('no two cards in a new universal card are classified as different', () => {
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
