import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES, UNIVERSAL_GRADES } from '@gcd/contracts/grades';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Entry, keyed, rate, referenceBlock, summary } from '../test/reference-block.js';
import { populationBlock } from './block.js';
import { totalsOf } from './counts.js';
import { crossGrader } from './cross-grader.js';
import { historyDates, historyPoints } from './history.js';
import type { Change } from './history.query.js';

const RUNS = 1_000;
const DAY_MS = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Generates a grader card. The counts are small, so that a thousand cases run within seconds. */
const entry = (grader: Grader): fc.Arbitrary<Entry> => {
  const counts = (length: number): fc.Arbitrary<number[]> =>
    fc.array(fc.nat(9), { minLength: length, maxLength: length });
  const { grades, qualifiers } = GRADE_SCALES[grader];
  return fc
    .tuple(counts(grades.length), counts(qualifiers.length), fc.nat(300), fc.boolean())
    .map(([plain, qualified, age, isGraded]) => {
      const totals = totalsOf(GRADE_SCALES[grader], { grades: plain, qualifiers: qualified });
      const day = isoDay(Date.UTC(2026, 0, 1) - age * DAY_MS);
      const ifGraded = <Value>(value: Value): Value | null => (isGraded ? value : null);
      return {
        card_id: grader,
        universal_card_id: 'psa',
        grader,
        spec_id: null,
        set_url: null,
        description: '',
        category: '',
        year: '',
        set_name: '',
        name: '',
        card_number: '',
        parallel: null,
        display_name: '',
        subset: null,
        grades: ifGraded(plain),
        qualifiers: ifGraded(qualified),
        auto_grades: ifGraded(plain.map((n) => n >> 1)),
        auto_qualifiers: ifGraded(qualified.map((n) => n >> 2)),
        total: ifGraded(totals.total),
        gem_total: ifGraded(totals.gem_total),
        updated_on: ifGraded(day),
        changed_on: ifGraded(day),
      };
    });
};
const group = fc
  .subarray([...GRADERS], { minLength: 1 })
  .chain((graders) => fc.tuple(...graders.map(entry)))
  .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }));

describe('compared with a reference implementation,', () => {
  it(`the population block is the same for ${RUNS} cards, in any order of their graders [S80 S81 S82 S90 S92 S100]`, () => {
    const options = { autoSplit: true, parsedDescription: false };
    fc.assert(
      fc.property(group, fc.option(fc.constantFrom(...GRADERS)), (entries, grader) => {
        const block = populationBlock(entries, { ...options, grader });
        expect(JSON.stringify(block.population_data)).toBe(
          JSON.stringify(referenceBlock(entries, grader)),
        );
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it(`the history is the same for ${RUNS} series [S105 S183 S262]`, () => {
    const step = { two_week: 14, week: 7 } as const;
    const change = fc.record({
      day: fc.integer({ min: -1300, max: 0 }),
      counts: fc.array(fc.nat(99), { minLength: 29, maxLength: 29 }),
    });
    const series = fc.uniqueArray(change, { selector: ({ day }) => day, maxLength: 12 });
    const asOfDay = fc
      .integer({ min: 0, max: 4000 })
      .map((days) => Date.UTC(2020, 0, 1) + days * DAY_MS);
    fc.assert(
      fc.property(
        asOfDay,
        series,
        fc.constantFrom('two_week', 'week'),
        (asOf, changes, interval) => {
          const rows = changes
            .map(
              ({ day, counts }): Change => ({
                recorded_on: isoDay(asOf + day * DAY_MS),
                grades: counts.slice(0, 19),
                qualifiers: counts.slice(19),
              }),
            )
            .sort((a, b) => (a.recorded_on < b.recorded_on ? -1 : 1));
          const { dates, window } = historyDates(isoDay(asOf), interval);
          const [year, month, day] = isoDay(asOf).split('-').map(Number) as [
            number,
            number,
            number,
          ];
          const threeYearsBefore =
            month === 2 && day === 29 ? `${year - 3}-02-28` : `${year - 3}${isoDay(asOf).slice(4)}`;
          const expectedDates: string[] = [];
          const stepMs = step[interval] * DAY_MS;
          for (let day = isoDay(asOf); day >= threeYearsBefore; ) {
            expectedDates.push(day);
            day = isoDay(asOf - expectedDates.length * stepMs);
          }
          expectedDates.reverse();
          // Compare strings, because this is faster than comparing arrays with `toEqual`.
          expect(dates.join()).toBe(expectedDates.join());
          expect(window).toMatchObject({
            as_of: isoDay(asOf),
            end: isoDay(asOf),
            start: expectedDates[0],
            points: expectedDates.length,
          });
          const points = historyPoints(GRADE_SCALES.psa, rows, dates);
          expect(points.map(({ date }) => date).join()).toBe(dates.join());
          const pointOf = (row?: Change) => {
            const grades = keyed(GRADE_SCALES.psa.grades, row?.grades ?? null);
            const qualifiers = keyed(GRADE_SCALES.psa.qualifiers, row?.qualifiers ?? null);
            return JSON.stringify({ ...summary(grades, qualifiers), grades, qualifiers });
          };
          const [zeros, expected] = [pointOf(), rows.map((row) => pointOf(row))];
          for (const { date, ...point } of points) {
            const newest = rows.findLastIndex(({ recorded_on }) => recorded_on <= date);
            if (JSON.stringify(point) !== (expected[newest] ?? zeros)) throw new Error(date);
          }
        },
      ),
      // Limit the number of runs, because each history has up to 157 points with 29 counts.
      { numRuns: RUNS },
    );
  }, 240_000);

  it('the counts across graders are the same', () => {
    fc.assert(
      fc.property(group, fc.constantFrom(...UNIVERSAL_GRADES), (entries, { grade }) => {
        const order = UNIVERSAL_GRADES.map((each) => each.grade);
        const standing = crossGrader(grade, entries);
        let at = 0;
        let higher = 0;
        for (const e of entries) {
          for (const [i, { universal }] of GRADE_SCALES[e.grader].grades.entries()) {
            if (universal === grade) at += e.grades?.[i] ?? 0;
            if (order.indexOf(universal) > order.indexOf(grade)) higher += e.grades?.[i] ?? 0;
          }
        }
        const total = entries.reduce((sum, e) => sum + (e.total ?? 0), 0);
        expect(standing).toMatchObject({
          grade_population: at,
          population_higher: higher,
          total_population: total,
        });
        expect(standing.grade_rate).toBe(rate(at, total));
      }),
    );
  });
});
