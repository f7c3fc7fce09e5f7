import type { Random } from '@gcd/synth';
import { AS_OF, addDays, daysBetween, HISTORY_START, RECORDING_START } from './calendar.js';
import { totalOf } from './known.js';
import type { Counts, PopulationRow } from './model.js';

/**
 * Logarithmic daily growth rate of the number of copies, slightly above the target of 2.7 % in 29 days. The excess
 * compensates for grades whose counts do not change on a date and catch up later.
 */
const GROWTH_PER_DAY = Math.log(1.034) / 29;

/**
 * Probability that a row has one copy less than the row before, as after a regrade or a correction. The first two rows
 * and the last row never do.
 */
const DECREASE = 0.0016;

/** Share of a card's grades whose counts change between two recorded dates. */
const MOVING_SHARE = 0.32;

export interface HistoryPlan {
  /** Counts of the latest row. */
  readonly counts: Counts;
  /** Numbers of autographed copies, which `counts` includes. */
  readonly autographed: Counts;
  readonly releaseDate: string;
  /** Date of the latest counts; null for a random date. */
  readonly newest: string | null;
}

/** Generates the dated rows up to the latest counts, oldest first. */
export function drawHistory(plan: HistoryPlan, random: Random): PopulationRow[] {
  const total = totalOf(plan.counts);
  const newest = plan.newest ?? drawNewest(total, plan.releaseDate, random);
  const released = addDays(plan.releaseDate, random.integer(20, 75));
  const isNew = released > HISTORY_START;
  const start = isNew ? released : addDays(HISTORY_START, random.integer(0, 20));
  const span = daysBetween(start, newest);
  const phases = new Map(Object.keys(plan.counts).map((key) => [key, random.next()]));

  const rows: PopulationRow[] = [
    { date: newest, counts: plan.counts, autographed: plan.autographed },
  ];
  for (const age of drawAges(pointsFor(total), span, random)) {
    const part = isNew ? partOfNew(span - age, span) : Math.exp(-GROWTH_PER_DAY * age);
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
  return rows.map((row, at) =>
    at > 1 && at < rows.length - 1 && random.chance(DECREASE) ? decrease(row, rows[at - 1]) : row,
  );
}

/**
 * Returns the number of history rows for a card with this many copies: one or two for a rare card, and about thirty for
 * a popular one.
 */
function pointsFor(total: number): number {
  return Math.min(40, Math.round(1 + 0.18 * Math.log2(1 + total) ** 1.75));
}

/**
 * Returns a random date for the latest change. Its average age is the average time in which a card with this population
 * gains one copy.
 */
function drawNewest(total: number, releaseDate: string, random: Random): string {
  const lag = random.exponential(1 / (GROWTH_PER_DAY * total));
  const most = daysBetween(
    HISTORY_START > releaseDate ? HISTORY_START : addDays(releaseDate, 80),
    AS_OF,
  );
  return addDays(AS_OF, -Math.min(Math.floor(lag), Math.max(0, most)));
}

/**
 * Returns random ages, in days, of all rows except the latest one, most recent first. Recent rows are closer together.
 */
function drawAges(points: number, span: number, random: Random): number[] {
  const ages = Array.from({ length: points - 1 }, (_, at) => {
    const jitter = at === points - 2 ? 0 : 0.6 * (random.next() - 0.5);
    return Math.round(span * ((at + 1 + jitter) / (points - 1)) ** 1.5);
  });
  return ages.filter((age) => age > 0);
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
  const kept = Object.entries(later).map(([key, count]): [string, number] => [
    key,
    random.chance(MOVING_SHARE) ? (counts[key] ?? 0) : count,
  ]);
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
