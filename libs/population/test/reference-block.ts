import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import type { GraderCardRow, PopulationColumns } from '../src/grader-card.js';

// A second, slower implementation of the population block. It was written from the definition, and shares no code with
// the implementation under test.

export type Entry = GraderCardRow & PopulationColumns;

/** Rounds exactly half up. For example, 7 of 160 is 0.04375, which becomes 0.0438. */
export const rate = (part: number, whole: number): number =>
  whole === 0
    ? 0
    : Number((BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole))) / 10_000;

const GEMS =
  'psa_10 beckett_9_5 beckett_10_pristine beckett_10_black sgc_10 sgc_10_pristine cgc_10 cgc_10_pristine cgc_10_perfect'.split(
    ' ',
  );

type Counts = Record<string, number>;

export function summary(grades: Counts, qualifiers: Counts) {
  let total = 0;
  let gem = 0;
  for (const [key, count] of [...Object.entries(grades), ...Object.entries(qualifiers)]) {
    total += count;
    if (GEMS.includes(key)) gem += count;
  }
  return { total, gem_total: gem, gem_rate: rate(gem, total) };
}

export const keyed = (keys: readonly { key: string }[], counts: readonly number[] | null): Counts =>
  Object.fromEntries(keys.map(({ key }, at) => [key, counts?.[at] ?? 0]));

/** Computes the population block of grader cards. @param only a single grader to include; null for all graders */
export function referenceBlock(entries: Entry[], only: Grader | null): unknown {
  const graders = ['psa', 'beckett', 'sgc', 'cgc'].filter(
    (name) => entries.some((e) => e.grader === name) && (only === null || only === name),
  ) as Grader[];
  const of = (name: Grader): Entry => entries.find((e) => e.grader === name) as Entry;
  const byGrader: Record<string, { total: number; gem_total: number }> = {};
  for (const name of graders) {
    const scale = GRADE_SCALES[name];
    const e = of(name);
    const grades = keyed(scale.grades, e.grades);
    const qualifiers = keyed(scale.qualifiers, e.qualifiers);
    const autoGrades = keyed(scale.grades, e.auto_grades);
    const autoQualifiers = keyed(scale.qualifiers, e.auto_qualifiers);
    const minus = (a: Counts, b: Counts): Counts =>
      Object.fromEntries(Object.keys(a).map((key) => [key, (a[key] ?? 0) - (b[key] ?? 0)]));
    const part = (g: Counts, q: Counts): unknown => ({
      ...summary(g, q),
      grades: g,
      qualifiers: q,
    });
    byGrader[name] = {
      ...summary(grades, qualifiers),
      ...{ last_population_change: e.changed_on, grades },
      ...(name === 'psa' && {
        qualifiers,
        auto_split: {
          auto: part(autoGrades, autoQualifiers),
          non_auto: part(minus(grades, autoGrades), minus(qualifiers, autoQualifiers)),
        },
      }),
    };
  }
  const total = graders.reduce((sum, name) => sum + (byGrader[name]?.total ?? 0), 0);
  const gemTotal = graders.reduce((sum, name) => sum + (byGrader[name]?.gem_total ?? 0), 0);
  const newest = (dates: (string | null)[]): string | null =>
    dates
      .filter((date) => date !== null)
      .sort()
      .pop() ?? null;
  return {
    total,
    gem_total: gemTotal,
    gem_rate: rate(gemTotal, total),
    data_last_updated: newest(graders.map((name) => of(name).updated_on)),
    last_population_change: newest(graders.map((name) => of(name).changed_on)),
    by_grader: byGrader,
  };
}
