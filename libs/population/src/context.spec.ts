import { GRADE_SCALES } from '@gcd/contracts/grades';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copies, sum } from '../test/copies.js';
import { populationContext, splitContext } from './context.js';
import { totalsOf } from './counts.js';

describe('population context of a cert', () => {
  const psa = GRADE_SCALES.psa;

  it('has counts below, at and above the grade that add up to the total [S60]', () => {
    fc.assert(
      fc.property(copies(19), copies(10), fc.nat(18), (g, q, plain) => {
        const counts = { grades: g.all, qualifiers: q.all };
        const context = populationContext(psa, counts, totalsOf(psa, counts), {
          plain,
          qualified: false,
        });
        const below = sum(g.all.slice(0, plain));
        expect(context.grade_population + context.population_higher + below + sum(q.all)).toBe(
          context.total_population,
        );
        expect(context).not.toHaveProperty('grade_qualifier_population');
      }),
    );
  });

  it('is split into autographed and other copies that add up to the total', () => {
    fc.assert(
      fc.property(copies(19), copies(10), fc.nat(18), (g, q, plain) => {
        const counts = { grades: g.all, qualifiers: q.all };
        const standing = { plain, qualified: false };
        const split = splitContext(psa, counts, { grades: g.auto, qualifiers: q.auto }, standing);
        const whole = populationContext(psa, counts, totalsOf(psa, counts), standing);
        expect(split.auto.grade_population + split.non_auto.grade_population).toBe(
          whole.grade_population,
        );
        expect(split.auto.population_higher + split.non_auto.population_higher).toBe(
          whole.population_higher,
        );
        expect(split.auto.total_population + split.non_auto.total_population).toBe(
          whole.total_population,
        );
      }),
    );
  });
});
