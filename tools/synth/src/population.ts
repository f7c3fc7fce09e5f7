import type { Random } from './random.js';
import type { GradeCounts } from './grades.js';

/**
 * The counts of a card are generated for this date. The counts of all other days are derived from them, so they do not
 * depend on the requested range of days.
 */
export const DRAWN_ON = '2026-10-31';

const GROWTH_PER_DAY = Math.log(1.027) / 29;
const GROWTH_SPREAD = 1;

/** Share of changes that remove a copy for one day, to simulate regrades and corrections. */
const DECREASES = 1 / 1000;

const DAY = 86_400_000;

export interface DatedCounts {
  readonly date: string;
  readonly counts: GradeCounts;
}

export class Growth {
  readonly #counts: GradeCounts;
  readonly #perDay: number;
  readonly #phases: number[];
  readonly #salt: number;

  /** @param counts the counts on {@link DRAWN_ON} */
  constructor(counts: GradeCounts, random: Random) {
    this.#counts = counts;
    const factor = Math.exp(GROWTH_SPREAD * random.normal() - GROWTH_SPREAD ** 2 / 2);
    this.#perDay = GROWTH_PER_DAY * factor;
    // A random phase for each grade ensures that the counts of different grades change on different days.
    this.#phases = counts.map(() => random.next());
    this.#salt = random.integer(0, 2 ** 31 - 1);
  }

  /**
   * Generates the counts of the first day, if there are any, and of each later day up to `last` whose counts changed.
   * {@link dayOf} converts dates to day numbers.
   */
  *rows(first: number, last: number): Generator<DatedCounts> {
    const nonzero = this.#counts.flatMap((count, at) => (count > 0 ? [at] : []));
    let shown: GradeCounts | undefined;
    // Skip the days without a change, which are about a hundred times as common as the others.
    for (let day = first; day <= last; ) {
      const now = this.#on(day, nonzero);
      const before = this.#on(day - 1, nonzero);
      const isStep = nonzero.some((at) => now[at] !== before[at]);
      const counts = isStep && this.#isDecrease(day) ? (fewer(before) ?? now) : now;
      if (!shown || differ(counts, shown)) {
        shown = counts;
        if (counts.some((count) => count > 0)) yield { date: dateOf(day), counts };
      }
      // A removed copy returns on the next day.
      day = counts !== now ? day + 1 : this.#nextStep(day, last, nonzero, now);
    }
  }

  on(date: string): GradeCounts {
    return this.#on(dayOf(date), [...this.#counts.keys()]);
  }

  #on(day: number, nonzero: readonly number[]): GradeCounts {
    const part = this.#part(day);
    const counts = this.#counts.map(() => 0);
    for (const at of nonzero) counts[at] = this.#grown(at, part);
    return counts;
  }

  #grown(at: number, part: number): number {
    return Math.floor((this.#counts[at] ?? 0) * part + (this.#phases[at] ?? 0));
  }

  #part(day: number): number {
    return Math.exp(this.#perDay * (day - DRAWN_DAY));
  }

  /** Returns the first day after `day` on which a count grows, or any day after `last` if none grows until `last`. */
  #nextStep(day: number, last: number, nonzero: readonly number[], now: GradeCounts): number {
    let next = last + 1;
    for (const at of nonzero) {
      const count = now[at] ?? 0;
      const part = (count + 1 - (this.#phases[at] ?? 0)) / (this.#counts[at] ?? 0);
      let step = Math.max(day + 1, Math.ceil(DRAWN_DAY + Math.log(part) / this.#perDay));
      // Rounding may shift the day computed from the logarithm by one.
      while (step > day + 1 && step <= next && this.#grown(at, this.#part(step - 1)) > count)
        step -= 1;
      while (step < next && this.#grown(at, this.#part(step)) === count) step += 1;
      next = Math.min(next, step);
    }
    return next;
  }

  #isDecrease(day: number): boolean {
    let mixed = Math.imul(this.#salt ^ day, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32 < DECREASES;
  }
}

/** Converts a date to a day number: the number of days since January 1, 1970. */
export function dayOf(date: string): number {
  return Date.parse(date) / DAY;
}

const DRAWN_DAY = dayOf(DRAWN_ON);

const dates = new Map<number, string>();

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known) return known;
  const date = new Date(day * DAY).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

/** Removes one copy from the most frequent grade. Returns null if no copy can be removed. */
function fewer(counts: GradeCounts): GradeCounts | null {
  const most = Math.max(...counts);
  return most > 1 ? counts.with(counts.indexOf(most), most - 1) : null;
}

function differ(a: GradeCounts, b: GradeCounts): boolean {
  return a.some((count, at) => count !== b[at]);
}
