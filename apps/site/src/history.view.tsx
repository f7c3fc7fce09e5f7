import type { Card, CardHistory, Grader } from '@gcd/client';
import type { ComponentChildren, VNode } from 'preact';
import { pageIdOf } from './addresses.js';
import type { Part } from './api.js';
import { ApiRequest } from './api-link.view.js';
import { type CardChoice, chosenGraders, RANGES, type Range } from './card.js';
import { GemRate } from './charts/gem-rate.js';
import { Growth } from './charts/growth.js';
import { Legend } from './charts/legend.js';
import { Periods } from './charts/periods.js';
import { Choice } from './choice.view.js';
import { codeOf, failureOf } from './failure.js';
import { Missing } from './failure.view.js';
import { cardUrl, Files } from './files.view.js';
import { day, GEM_GRADES, graderName, number, percent } from './format.js';
import {
  gemDays,
  type HistoryDay,
  type HistoryPeriod,
  historyDays,
  historyPeriods,
  lastDays,
  stackedDays,
} from './history.js';
import { DaysTable, GemRatesTable, gemRateOf, PeriodsTable } from './history-tables.view.js';

/** Renders the growth in the number of copies over three years. */
export function HistorySection({
  card,
  history,
  choice,
  apiUrl,
}: {
  card: Card;
  history: Part<CardHistory>;
  choice: CardChoice;
  apiUrl: string;
}): VNode {
  return (
    <section aria-labelledby="history">
      <h2 id="history">Growth</h2>
      {history.value ? (
        <Charts card={card} history={history.value} choice={choice} />
      ) : (
        <Missing text={whyMissing(history.error)} />
      )}
      <ApiRequest
        apiUrl={apiUrl}
        operation="getCardHistory"
        target={`/v1/cards/${pageIdOf(card)}/population/history?fields=totals`}
      />
    </section>
  );
}

function whyMissing(error: unknown): string {
  if (codeOf(error) === 'forbidden') return 'This site does not show histories.';
  return `The history cannot be shown. ${failureOf(error).text}`;
}

function Charts({
  card,
  history: { population },
  choice,
}: {
  card: Card;
  history: CardHistory;
  choice: CardChoice;
}): VNode {
  const graders = chosenGraders(population.graders_included, choice);
  const days = lastDays(historyDays(population, graders), RANGES[choice.range]);
  const shown = choice.metric === 'gems' ? gemDays(days) : days;
  const periods = historyPeriods(shown);
  const last = days.at(-1);
  if (!last || last.total === 0) {
    return <p class="missing">No copies of this card were recorded in the last three years.</p>;
  }
  const recorded = graders.filter((grader) => last.byGrader[grader]);
  if (days.length < 2) {
    return (
      <>
        <p class="missing">
          Recording began on {last.label}. Charts appear when more counts have been recorded.
        </p>
        <DaysTable days={days} graders={recorded} />
      </>
    );
  }
  const props = { card, days, periods, graders: recorded, choice };
  return (
    <>
      <p class="choices">
        {Object.entries(RANGE_NAMES).map(([range, name]) => (
          <Choice
            current={choice.range}
            value={range}
            url={cardUrl(card, { ...choice, range: range as Range }, 'history')}
          >
            {name}
          </Choice>
        ))}
      </p>
      <p class="choices">
        {(['copies', 'gems'] as const).map((metric) => (
          <Choice
            current={choice.metric}
            value={metric}
            url={cardUrl(card, { ...choice, metric }, 'history')}
          >
            {metric === 'copies' ? 'All copies' : gemGradesOf(recorded)}
          </Choice>
        ))}
      </p>
      <GrowthChart {...props} days={shown} />
      <div class="two-charts">
        <GemRateChart {...props} />
        <PeriodsChart {...props} />
      </div>
    </>
  );
}

/** Names the gem grades of graders, with the first one in full. */
const gemGradesOf = ([first, ...others]: readonly Grader[]): string =>
  [
    first ? GEM_GRADES[first] : 'Gem grades',
    ...others.slice(0, 1).map(() => 'and other gem grades'),
  ].join(' ');

/** Names what is counted of a grader. */
const countedOf = ({ metric }: CardChoice, grader: Grader): string =>
  metric === 'gems' ? GEM_GRADES[grader] : graderName(grader);

const RANGE_NAMES: Readonly<Record<Range, string>> = {
  '1m': '1 month',
  '6m': '6 months',
  '1y': '1 year',
  all: 'All',
};

interface ChartProps {
  readonly card: Card;
  readonly days: readonly HistoryDay[];
  readonly periods: readonly HistoryPeriod[];
  readonly graders: readonly Grader[];
  readonly choice: CardChoice;
}

function GrowthChart({ card, days: all, graders, choice }: ChartProps): VNode {
  const days = choice.style === 'stacked' ? stackedDays(all, graders) : all;
  const [first, last] = [days[0] as HistoryDay, days.at(-1) as HistoryDay];
  const caption = `${choice.style === 'stacked' ? 'Area' : 'Line'} chart of ${choice.metric === 'gems' ? 'gem copies' : 'copies'} over time: ${number(first.total)} on ${first.label}, ${number(last.total)} on ${last.label}. A table below has all values.`;
  return (
    <div class="chart">
      {graders.length > 1 && (
        <p class="choices">
          <Choice
            current={choice.style}
            value="lines"
            url={cardUrl(card, { ...choice, style: 'lines' }, 'history')}
          >
            By grader
          </Choice>
          <Choice
            current={choice.style}
            value="stacked"
            url={cardUrl(card, { ...choice, style: 'stacked' }, 'history')}
          >
            Stacked
          </Choice>
        </p>
      )}
      <figure data-days={days.length}>
        <figcaption>
          <span data-of="date">{last.label}</span>
          <Legend
            graders={graders}
            nameFor={(grader) => countedOf(choice, grader)}
            valueFor={(grader) => number(last.byGrader[grader]?.total ?? 0)}
          >
            <li>
              All <b data-of="total">{number(last.total)}</b>
            </li>
            <li>
              Gem rate <b data-of="gem">{gemRateOf(last)}</b>
            </li>
          </Legend>
        </figcaption>
        <Growth days={days} graders={graders} caption={caption} style={choice.style} />
        <label class="scrub scripts-only">
          <span class="unseen">Day</span>
          <input type="range" min="0" max={days.length - 1} value={days.length - 1} />
        </label>
      </figure>
      <Starts days={days} graders={graders} />
      <Table title="All values of the chart">
        <DaysTable days={days} graders={graders} />
      </Table>
      <Files card={card} choice={choice} csv="history.csv" svg="growth.svg" />
    </div>
  );
}

/** Renders an explanation of why the total jumps on the date of a grader's first record. */
function Starts({
  days,
  graders,
}: {
  days: readonly HistoryDay[];
  graders: readonly Grader[];
}): VNode | null {
  const starts = graders.map(
    (grader) => days.find(({ byGrader }) => byGrader[grader])?.date ?? null,
  );
  if (new Set(starts).size < 2) return null;
  return (
    <p class="quiet">
      The data of each grader begins with its first record, which includes all copies counted until
      then.
    </p>
  );
}

function GemRateChart({ card, days, graders, choice }: ChartProps): VNode {
  const [first, last] = [days[0] as HistoryDay, days.at(-1) as HistoryDay];
  const caption = `Line chart of the gem rate of each grader over time. Over all graders it was ${gemRateOf(first)} on ${first.label} and ${gemRateOf(last)} on ${last.label}. A table below has all values.`;
  return (
    <div class="chart">
      <figure>
        <figcaption>
          Gem rate over time
          <Legend
            graders={graders}
            valueFor={(grader) => {
              const own = last.byGrader[grader];
              return percent(own && own.total > 0 ? own.gemTotal / own.total : 0);
            }}
          />
        </figcaption>
        <GemRate days={days} graders={graders} caption={caption} />
      </figure>
      <Table title="Gem rate as a table">
        <GemRatesTable days={days} graders={graders} />
      </Table>
      <Files card={card} choice={choice} csv="history.csv" svg="gem-rate.svg" />
    </div>
  );
}

function PeriodsChart({ card, periods, graders, choice }: ChartProps): VNode {
  return (
    <div class="chart">
      <PeriodsFigure
        periods={periods}
        graders={graders}
        nameFor={(grader) => countedOf(choice, grader)}
        what={choice.metric === 'gems' ? 'Gem copies' : 'Copies'}
        note="A table below has all values."
      />
      <Table title="Copies added in four weeks as a table">
        <PeriodsTable periods={periods} graders={graders} />
      </Table>
      <Files card={card} choice={choice} csv="added.csv" svg="added.svg" />
    </div>
  );
}

/** Renders the chart of the copies added every four weeks, with a legend. @param what what is counted @param note the end of the chart's description */
export function PeriodsFigure({
  periods,
  graders,
  nameFor = graderName,
  what = 'Copies',
  note = '',
}: Pick<ChartProps, 'periods' | 'graders'> & {
  nameFor?: (grader: Grader) => string;
  what?: string;
  note?: string;
}): VNode {
  const most = periods.reduce((one, other) => (other.added > one.added ? other : one));
  const first = new Date(periods[0]?.start ?? 0).toISOString().slice(0, 10);
  const caption = `Bar chart of ${what.toLowerCase()} added every four weeks. The most copies, ${number(most.added)}, were added in the four weeks to ${day(most.date)}. ${note}`;
  return (
    <figure>
      <figcaption>
        {what} added every four weeks
        <Legend
          graders={graders}
          nameFor={nameFor}
          valueFor={(grader) =>
            number(periods.reduce((sum, { byGrader }) => sum + (byGrader[grader] ?? 0), 0))
          }
        >
          <li>after {day(first)}</li>
        </Legend>
      </figcaption>
      <Periods periods={periods} graders={graders} caption={caption} />
    </figure>
  );
}

function Table({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
