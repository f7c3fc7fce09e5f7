import { ACTIVITY_PERIODS, type getActivity } from '@gcd/contracts/activity';
import { DAY_MS, dayOf } from '@gcd/contracts/day';
import type { DataOf, RequestOf } from '@gcd/contracts/operation';
import { toCardSet } from '@gcd/population/card-set';
import { rateOf } from '@gcd/population/rate';
import type { ActivityRow } from './activity.queries.js';
import { toMover } from './set.view.js';

type Activity = DataOf<typeof getActivity>;
type Interval = keyof typeof ACTIVITY_PERIODS;
type Period = Activity['periods'][number];
type Rows = Omit<ActivityRow, 'as_of'>;

export function toActivity(
  { as_of, ...row }: Rows & { readonly as_of: string },
  { interval, date }: RequestOf<typeof getActivity>,
  siteUrl: string,
): Activity {
  const periods = toPeriods(interval, as_of, row);
  const period = periods.find(({ start, end }) => date && start <= date && date <= end);
  return {
    as_of,
    totals: toTotals(row),
    periods,
    leaders: period ? toLeaders(period, row, siteUrl) : null,
  };
}

function toTotals({ cards, certs, graders }: Rows): Activity['totals'] {
  const total = graders.reduce((sum, { copies }) => sum + copies, 0);
  const gems = graders.reduce((sum, each) => sum + each.gems, 0);
  return {
    cards,
    certs,
    total_population: total,
    gem_total: gems,
    gem_rate: rateOf(gems, total),
    by_grader: Object.fromEntries(
      graders.map((each) => [
        each.grader,
        { cards: each.cards, total: each.copies, gem_total: each.gems },
      ]),
    ),
  };
}

/** Lists the periods that the records of some grader cover, oldest first. @param asOf latest date in the data */
function toPeriods(interval: Interval, asOf: string, { graders, periods: rows }: Rows): Period[] {
  const periods: Period[] = [];
  for (let index = 1 - ACTIVITY_PERIODS[interval]; index <= 0; index++) {
    const start = startOf(interval, asOf, index);
    const end = dayOf(Date.parse(startOf(interval, asOf, index + 1)) - DAY_MS);
    // A count that was first recorded within the period includes copies that were graded earlier.
    const covering = graders.filter(
      ({ first_recorded, last_recorded }) =>
        first_recorded && last_recorded && first_recorded < start && last_recorded >= start,
    );
    if (covering.length === 0) continue;
    const byGrader = covering.map(({ grader }) => {
      const row = rows.find((each) => each.starts_on === start && each.grader === grader);
      return [grader, { added: row?.copies ?? 0, gem_added: row?.gems ?? 0 }] as const;
    });
    periods.push({
      start,
      end,
      is_complete: end <= asOf,
      added: byGrader.reduce((sum, [, { added }]) => sum + added, 0),
      by_grader: Object.fromEntries(byGrader),
    });
  }
  return periods;
}

/** Returns the first date of the week or month that is a number of periods after the one with the given date. */
function startOf(interval: Interval, date: string, index: number): string {
  const time = new Date(date);
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  return dayOf(
    interval === 'month'
      ? Date.UTC(year, month + index, 1)
      : Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7) + 7 * index),
  );
}

function toLeaders(
  period: Period,
  { leading_cards, leading_sets, leading_names }: Rows,
  siteUrl: string,
): Activity['leaders'] {
  const named = (wanted: string) =>
    leading_names.flatMap(({ kind, name, added }) => (kind === wanted ? [{ name, added }] : []));
  return {
    ...period,
    cards: leading_cards.map((row) => toMover(row, siteUrl)),
    sets: leading_sets.map((row) => ({ ...toCardSet(row), added: row.added })),
    names: named('name'),
    categories: named('category'),
  };
}
