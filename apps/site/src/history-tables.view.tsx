import type { Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { graderName, day, number, percent, UNKNOWN, gemRate } from './format.js';
import type { GraderDay, HistoryDay, HistoryPeriod } from './history.js';
import { Rows } from './rows.view.js';
import { Scrolls } from './scrolls.view.js';

/** Formats the gem rate of all graders on a day. */
export const gemRateOf = ({ total, gemTotal, copies = total }: HistoryDay): string =>
  gemRate(gemTotal, copies);

/** Renders a table with the values in a history, newest first. */
export function DaysTable({
  days,
  graders,
}: {
  days: readonly HistoryDay[];
  graders: readonly Grader[];
}): VNode {
  return (
    <ByGraderTable
      label="Copies by day and grader"
      class="days"
      columns={['Day', ...graders.map(graderName), 'All', 'Gem rate']}
      rows={days.map((each) => [
        each.label,
        ...graders.map((grader) => countOf(each.byGrader[grader]?.total)),
        number(each.total),
        gemRateOf(each),
      ])}
    />
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
    <ByGraderTable
      label="Gem rate by day and grader"
      columns={['Day', ...graders.map(graderName)]}
      rows={days.map(({ label, byGrader }) => [
        label,
        ...graders.map((grader) => rateOf(byGrader[grader])),
      ])}
    />
  );
}

const rateOf = (own: GraderDay | undefined): string =>
  own && own.total > 0 ? percent(own.gemTotal / own.total) : UNKNOWN;

/** Renders a table with the copies added every four weeks, newest first. */
export function PeriodsTable({
  periods,
  graders,
}: {
  periods: readonly HistoryPeriod[];
  graders: readonly Grader[];
}): VNode {
  return (
    <ByGraderTable
      label="Copies added every four weeks, by grader"
      columns={['Four weeks to', ...graders.map(graderName), 'All']}
      rows={periods.map((each) => [
        day(each.date),
        ...graders.map((grader) => countOf(each.byGrader[grader])),
        number(each.added),
      ])}
    />
  );
}

const countOf = (count: number | undefined): string =>
  count === undefined ? UNKNOWN : number(count);

/** Renders a table with the newest row first. @param rows oldest row first */
function ByGraderTable({
  label,
  class: className,
  columns,
  rows,
}: {
  label: string;
  class?: string;
  columns: readonly string[];
  rows: readonly (readonly [string, ...string[]])[];
}): VNode {
  return (
    <Scrolls label={label}>
      <table class={`values ${className ?? ''}`.trim()}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <Rows rows={rows.toReversed()} />
      </table>
    </Scrolls>
  );
}
