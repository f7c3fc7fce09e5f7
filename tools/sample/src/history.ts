import type { Random } from '@gcd/synth';
import { AS_OF, addDays, daysBetween, HISTORY_START, RECORDING_START } from './calendar.js';
import { ageOf } from './grades.js';
import { totalOf } from './known.js';
import type { Counts, PopulationRow } from './model.js';

/**
 * Logarithmic daily growth rates of the number of copies of modern and of vintage cards: most vintage cards that will
 * ever be graded have been.
 */
const MODERN_GROWTH = Math.log(1.03) / 29;
const VINTAGE_GROWTH = Math.log(1.05) / 365;

/** Days after which counts from a source are continued with generated ones up to {@link AS_OF}. */
const MAX_AGE_DAYS = 60;
/** Interval between the continued counts. */
const STEP_DAYS = 31;

/** Returns the logarithmic daily growth rate of cards of a year. */
const growthOf = (year: number): number =>
  MODERN_GROWTH ** (1 - ageOf(year)) * VINTAGE_GROWTH ** ageOf(year);

/**
 * Probability that a row has one copy less than the row before, as after a regrade or a correction. The first two rows
 * and the last row never do.
 */
const DECREASE = 0.0016;

/** Share of a card's grades whose counts change between two recorded dates: of most grades, and of those with many copies. */
const MOVING_SHARE = 0.32;
const MOVING_SHARE_OF_MANY = 0.75;
const MANY = 8;

/** Logarithm of the ratio of the longest interval between the rows of a card to the shortest one. */
const SPREAD = 3;

export interface HistoryPlan {
  /** Counts of the latest row. */
  readonly counts: Counts;
  /** Numbers of autographed copies, which `counts` includes. */
  readonly autographed: Counts;
  readonly year: number;
  readonly releaseDate: string;
  /** Date of the latest counts; null for a random date. */
  readonly newest: string | null;
}

/** Generates the dated rows up to the latest counts, oldest first. */
export function drawHistory(plan: HistoryPlan, random: Random): PopulationRow[] {
  const growth = growthOf(plan.year);
  const released = addDays(plan.releaseDate, random.integer(20, 75));
  const isNew = released > HISTORY_START;
  const start = isNew ? released : addDays(HISTORY_START, random.integer(0, 20));
  const points = pointsFor(totalOf(plan.counts));
  const until = plan.newest ?? AS_OF;
  const [latest = 0, ...ages] = drawAges(points, daysBetween(start, until), plan.newest, random);
  const newest = addDays(until, -latest);
  const span = daysBetween(start, newest);
  const phases = new Map(Object.keys(plan.counts).map((key) => [key, random.next()]));

  const rows: PopulationRow[] = [
    { date: newest, counts: plan.counts, autographed: plan.autographed },
  ];
  for (const age of ages.map((each) => each - latest)) {
    const part = isNew ? partOfNew(span - age, span) : Math.exp(-growth * age);
    const shrunk = shrink(plan.counts, part, phases);
    const counts = age < span ? keepSome(shrunk, rows[0]?.counts ?? {}, random) : shrunk;
    const date = addDays(newest, -age);
    if (
      date < (rows[0]?.date ?? '') &&
      totalOf(counts) > 0 &&
      differs(counts, rows[0]?.counts ?? {})
    ) {
      rows.unshift({ date, counts, autographed: atMost(plan.autographed, counts) });
    }
  }
  const [first] = rows;
  // Date the first row before the history window, so that the history of an older card has counts from the window's
  // first date.
  if (first && rows.length > 1 && first.date === start && !isNew) {
    const earlier = daysBetween(HISTORY_START, RECORDING_START);
    rows[0] = { ...first, date: addDays(start, earlier) };
  }
  if (plan.newest !== null) rows.push(...continued(plan, { newest, growth, phases }, random));
  return rows.map((row, at) =>
    at > 1 && at < rows.length - 1 && random.chance(DECREASE) ? decrease(row, rows[at - 1]) : row,
  );
}

/** Continues old counts of a source up to {@link AS_OF}. */
function continued(
  { counts, autographed }: HistoryPlan,
  {
    newest,
    growth,
    phases,
  }: { newest: string; growth: number; phases: ReadonlyMap<string, number> },
  random: Random,
): PopulationRow[] {
  const span = daysBetween(newest, AS_OF);
  if (span < MAX_AGE_DAYS) return [];
  const rows: PopulationRow[] = [];
  let last = counts;
  for (let age = random.integer(1, STEP_DAYS); age <= span; age += STEP_DAYS) {
    const grown = shrink(counts, Math.exp(growth * age), phases);
    if (!differs(grown, last)) continue;
    rows.push({ date: addDays(newest, age), counts: grown, autographed });
    last = grown;
  }
  return rows;
}

/**
 * Returns the number of history rows for a card with this many copies: one or two for a rare card, and about thirty for
 * a popular one.
 */
function pointsFor(total: number): number {
  return Math.min(40, Math.round(1 + 0.18 * Math.log2(1 + total) ** 1.75));
}

/**
 * Returns ages of rows in days, most recent first. Each interval between rows is longer than the one after it, by a
 * constant factor. With a random phase, all cards together then gain copies in the last week as in any other.
 * @param newest date of the latest counts, or null if it is random too
 */
function drawAges(points: number, span: number, newest: string | null, random: Random): number[] {
  const phase = newest === null ? random.next() : 0;
  const age = (at: number) =>
    Math.expm1((SPREAD * at) / Math.max(1, points - 1)) / Math.expm1(SPREAD);
  const ages = Array.from({ length: Math.max(1, points - 1) }, (_, at) =>
    Math.round(span * age(at + phase)),
  );
  return points > 1 ? [...ages, span] : ages;
}

/**
 * Returns the share of a card's copies that are graded within a number of days of its release. Most copies are graded
 * in the first year.
 */
function partOfNew(days: number, span: number): number {
  const grown = (day: number) => 1 - Math.exp(-(day + 8) / 450);
  return grown(days) / grown(span);
}

/**
 * Reduces the counts to an earlier state. Each grade is rounded at a different threshold, so that the grades do not all
 * change on the same day.
 */
function shrink(counts: Counts, part: number, phases: ReadonlyMap<string, number>): Counts {
  const smaller = Object.entries(counts).map(([key, count]): [string, number] => [
    key,
    Math.floor(count * part + (phases.get(key) ?? 0)),
  ]);
  return Object.fromEntries(smaller.filter(([, count]) => count > 0));
}

/** Replaces the counts of most grades with the later counts, because only some grades change on any day. */
function keepSome(counts: Counts, later: Counts, random: Random): Counts {
  const kept = Object.entries(later).map(([key, count]): [string, number] => {
    const earlier = counts[key] ?? 0;
    const share = count - earlier >= MANY ? MOVING_SHARE_OF_MANY : MOVING_SHARE;
    return [key, random.chance(share) ? earlier : count];
  });
  return Object.fromEntries(kept.filter(([, count]) => count > 0));
}

function decrease(row: PopulationRow, before: PopulationRow | undefined): PopulationRow {
  const counts = before?.counts ?? {};
  const [key] = Object.entries(counts).sort(([, a], [, b]) => b - a)[0] ?? [''];
  const fewer = { ...counts, [key]: (counts[key] ?? 0) - 1 };
  return (counts[key] ?? 0) > 2
    ? { ...row, counts: fewer, autographed: atMost(row.autographed, fewer) }
    : row;
}

function atMost(some: Counts, all: Counts): Counts {
  const capped = Object.entries(some).map(([key, count]): [string, number] => [
    key,
    Math.min(count, all[key] ?? 0),
  ]);
  return Object.fromEntries(capped.filter(([, count]) => count > 0));
}

function differs(a: Counts, b: Counts): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
