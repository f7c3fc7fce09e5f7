import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES } from '@gcd/contracts/grades';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copies, sum } from '../test/copies.js';
import { populationBlock } from './block.js';
import { rateOf, totalsOf } from './counts.js';
import type { GraderCardRow, PopulationColumns } from './grader-card.js';

type Entry = GraderCardRow & PopulationColumns;
const OPTIONS = { autoSplit: true, parsedDescription: false, grader: null };
const day = fc
  .integer({ min: 0, max: 1000 })
  .map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10));

function entry(grader: Grader): fc.Arbitrary<Entry> {
  const scale = GRADE_SCALES[grader];
  return fc
    .record({
      g: copies(scale.grades.length),
      q: copies(scale.qualifiers.length),
      updated: day,
      changed: day,
      rows: fc.boolean(),
    })
    .map(({ g, q, updated, changed, rows }): Entry => {
      const { total, gem_total } = totalsOf(scale, { grades: g.all, qualifiers: q.all });
      const identity = {
        card_id: grader.padEnd(40, '0'),
        universal_card_id: null,
        grader,
        spec_id: '1',
        set_url: null,
        description: grader,
        category: '',
        year: '',
        set_name: '',
        name: '',
        card_number: '',
        parallel: null,
        subset: null,
      };
      return rows
        ? {
            ...identity,
            grades: g.all,
            qualifiers: q.all,
            auto_grades: g.auto,
            auto_qualifiers: q.auto,
            total,
            gem_total,
            updated_on: updated,
            changed_on: changed,
          }
        : {
            ...identity,
            grades: null,
            qualifiers: null,
            auto_grades: null,
            auto_qualifiers: null,
            total: null,
            gem_total: null,
            updated_on: null,
            changed_on: null,
          };
    });
}

const group = fc
  .subarray([...GRADERS], { minLength: 1 })
  .chain((graders) => fc.tuple(...graders.map(entry)))
  .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }));

describe('populationBlock', () => {
  it('has totals that equal the sum of their parts, for each grader and for all graders [S80 S81]', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const { population_data: data } = populationBlock(entries, OPTIONS);
        const graders = Object.values(data.by_grader);
        expect(data.total).toBe(sum(graders.map(({ total }) => total)));
        expect(data.gem_total).toBe(sum(graders.map(({ gem_total }) => gem_total)));
        expect(data.gem_rate).toBe(rateOf(data.gem_total, data.total));
        for (const { total, grades, qualifiers } of graders) {
          expect(total).toBe(sum(Object.values(grades)) + sum(Object.values(qualifiers ?? {})));
        }
      }),
    );
  });

  it('is split into autographed and other copies that add up to the total', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const psa = populationBlock(entries, OPTIONS).population_data.by_grader.psa;
        fc.pre(psa !== undefined);
        const { auto, non_auto } = psa.auto_split ?? {};
        expect((auto?.total ?? 0) + (non_auto?.total ?? 0)).toBe(psa.total);
        expect((auto?.gem_total ?? 0) + (non_auto?.gem_total ?? 0)).toBe(psa.gem_total);
        for (const [key, copiesAtKey] of Object.entries(psa.grades)) {
          expect((auto?.grades[key] ?? 0) + (non_auto?.grades[key] ?? 0)).toBe(copiesAtKey);
        }
      }),
    );
  });

  it("equals the grader's part of the full block when it is restricted to one grader [S92]", () => {
    fc.assert(
      fc.property(group, fc.constantFrom(...GRADERS), (entries, grader) => {
        const whole = populationBlock(entries, OPTIONS);
        const part = populationBlock(entries, { ...OPTIONS, grader });
        const own = whole.population_data.by_grader[grader];
        expect(part.population_data.by_grader[grader]).toEqual(own);
        expect(part.population_data.total).toBe(own?.total ?? 0);
        expect(part.population_data.gem_rate).toBe(own?.gem_rate ?? 0);
        expect(part.graders_included).toEqual(own ? [grader] : []);
        expect(Object.keys(part.graders)).toEqual(own ? [grader] : []);
      }),
    );
  });

  it('does not depend on the order of its input, and lists graders in a fixed order', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const block = populationBlock(entries, OPTIONS);
        expect(JSON.stringify(populationBlock([...entries].reverse(), OPTIONS))).toBe(
          JSON.stringify(block),
        );
        expect(block.graders_included).toEqual(
          GRADERS.filter((grader) => entries.some((e) => e.grader === grader)),
        );
      }),
    );
  });

  it('has every key of the scale in order, even without a population row [S100]', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const { by_grader } = populationBlock(entries, OPTIONS).population_data;
        for (const [grader, { grades }] of Object.entries(by_grader)) {
          expect(Object.keys(grades)).toEqual(
            GRADE_SCALES[grader as Grader].grades.map(({ key }) => key),
          );
        }
      }),
    );
  });

  it('contains the latest dates among the included graders', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const { population_data: data } = populationBlock(entries, OPTIONS);
        const newest = (dates: (string | null)[]): string | null =>
          dates
            .filter((date) => date !== null)
            .sort()
            .at(-1) ?? null;
        expect(data.data_last_updated).toBe(newest(entries.map((e) => e.updated_on)));
        expect(data.last_population_change).toBe(newest(entries.map((e) => e.changed_on)));
      }),
    );
  });

  it('has qualifiers only for psa, and no autograph split unless requested [S90]', () => {
    fc.assert(
      fc.property(group, (entries) => {
        const { by_grader } = populationBlock(entries, {
          ...OPTIONS,
          autoSplit: false,
        }).population_data;
        for (const [grader, population] of Object.entries(by_grader)) {
          expect('qualifiers' in population).toBe(grader === 'psa');
          expect('auto_split' in population).toBe(false);
        }
      }),
    );
  });
});
