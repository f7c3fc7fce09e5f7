import type { Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { day, graderName, month, number, percent, UNKNOWN } from './format.js';
import type { GraderDay, HistoryDay, HistoryMonth } from './history.js';
import { Rows } from './rows.view.js';
import { Scrolls } from './scrolls.view.js';

/** Formats the gem rate of all graders on a day. */
export const gemRateOf = ({ total, gemTotal }: HistoryDay): string =>
  percent(gemTotal / Math.max(1, total));

/** Renders a table with the values in a history, newest first. */
export function DaysTable({
  days,
  graders,
}: {
  days: readonly HistoryDay[];
  graders: readonly Grader[];
}): VNode {
  return (
    <Scrolls label="Copies by day and grader">
      <table class="days">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)}</th>
            ))}
            <th scope="col">All</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <Rows
          rows={days
            .toReversed()
            .map((each) => [
              day(each.date),
              ...graders.map((grader) => countOf(each.byGrader[grader]?.total)),
              number(each.total),
              gemRateOf(each),
            ])}
        />
      </table>
    </Scrolls>
  );
}

/** Renders a table with the gem rate of each grader on each day of a history, newest first. */
export function GemRatesTable({
  days,
  graders,
}: {
  days: readonly HistoryDay[];
  graders: readonly Grader[];
}): VNode {
  return (
    <Scrolls label="Gem rate by day and grader">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)}</th>
            ))}
          </tr>
        </thead>
        <Rows
          rows={days
            .toReversed()
            .map(({ date, byGrader }) => [
              day(date),
              ...graders.map((grader) => rateOf(byGrader[grader])),
            ])}
        />
      </table>
    </Scrolls>
  );
}

const rateOf = (own: GraderDay | undefined): string =>
  own && own.total > 0 ? percent(own.gemTotal / own.total) : UNKNOWN;

/** Renders a table with the copies added in each month, newest first. */
export function MonthsTable({
  months,
  graders,
}: {
  months: readonly HistoryMonth[];
  graders: readonly Grader[];
}): VNode {
  return (
    <Scrolls label="Copies added by month and grader">
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)}</th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <Rows
          rows={months
            .toReversed()
            .map((each) => [
              month(each.month),
              ...graders.map((grader) => countOf(each.byGrader[grader])),
              number(each.added),
            ])}
        />
      </table>
    </Scrolls>
  );
}

const countOf = (count: number | undefined): string =>
  count === undefined ? UNKNOWN : number(count);
