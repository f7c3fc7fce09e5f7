import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cheapestChoices, type Positions } from './cheapest-choices.js';

const costs = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 });
const positions = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.array(costs, { minLength: 1, maxLength: 4 }))
  .map(
    ([cost, options]): Positions<number> => ({
      cost,
      options: options.map((each) =>
        each.toSorted((a, b) => a - b).map((value) => ({ value, cost: value })),
      ),
    }),
  );
const countOf = ({ options }: Positions<number>) =>
  options.reduce((product, { length }) => product * length, 1);

describe('cheapestChoices', () => {
  it('generates every choice once, from cheapest to most expensive', () => {
    fc.assert(
      fc.property(fc.array(positions, { maxLength: 3 }), (all) => {
        const choices = [...cheapestChoices(all)];
        expect(choices.length).toBe(all.reduce((sum, each) => sum + countOf(each), 0));
        const sorted = choices.map(({ cost }) => cost).toSorted((a, b) => a - b);
        expect(choices.map(({ cost }) => cost)).toEqual(sorted);
      }),
    );
  });

  it('adds up the costs of the options in a choice', () => {
    const options = [
      [
        { value: 'a', cost: 1 },
        { value: 'b', cost: 4 },
      ],
      [{ value: 'c', cost: 2 }],
    ];
    expect([...cheapestChoices([{ cost: 10, options }])]).toEqual([
      { values: ['a', 'c'], cost: 13 },
      { values: ['b', 'c'], cost: 16 },
    ]);
  });
});
