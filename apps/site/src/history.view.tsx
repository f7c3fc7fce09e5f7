import type { CardHistory, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { Growth } from './charts/growth.js';
import { Legend } from './charts/legend.js';
import { codeOf, failureOf } from './failure.js';
import { Missing } from './failure.view.js';
import { day, graderName, number, percent } from './format.js';
import { type HistoryDay, historyDays } from './history.js';
import { ApiCall } from './page.view.js';
import { Scrolls } from './scrolls.view.js';

/** How the number of copies grew over three years. */
export function HistorySection({
  history,
  apiUrl,
  target,
}: {
  history: Part<CardHistory>;
  apiUrl: string;
  target: string;
}): VNode {
  return (
    <section aria-labelledby="history">
      <h2 id="history">Three years</h2>
      {history.value ? (
        <Graph history={history.value} />
      ) : (
        <Missing text={whyMissing(history.error)} />
      )}
      <ApiCall apiUrl={apiUrl} target={target} />
    </section>
  );
}

function whyMissing(error: unknown): string {
  if (codeOf(error) === 'forbidden') {
    return 'Histories are not among what this site may show.';
  }
  return `The history cannot be shown. ${failureOf(error).text}`;
}

function Graph({ history: { population } }: { history: CardHistory }): VNode {
  const days = historyDays(population);
  const graders = population.graders_included;
  const last = days.at(-1);
  const first = days[0];
  if (!first || !last || last.total === 0) {
    return <p class="missing">No copy of this card was counted in these years.</p>;
  }
  return (
    <>
      <figure data-days={days.length}>
        <figcaption>
          <span data-of="date">{day(last.date)}</span>
          <Legend graders={graders} valueFor={(grader) => number(last.byGrader[grader] ?? 0)}>
            <li>
              All <b data-of="total">{number(last.total)}</b>
            </li>
            <li>
              Gem rate <b data-of="gem">{gemRate(last)}</b>
            </li>
          </Legend>
        </figcaption>
        <Growth days={days} graders={graders} caption={captionOf(first, last)} />
        <label class="scrub">
          <span class="unseen">Day</span>
          <input type="range" min="0" max={days.length - 1} value={days.length - 1} />
        </label>
      </figure>
      <details>
        <summary>All values of the chart</summary>
        <DaysTable days={days} graders={graders} />
      </details>
    </>
  );
}

const gemRate = ({ total, gemTotal }: HistoryDay): string => percent(gemTotal / Math.max(1, total));

function captionOf(first: HistoryDay, last: HistoryDay): string {
  return `Area chart of copies over time: ${number(first.total)} on ${day(first.date)}, ${number(last.total)} on ${day(last.date)}. A table below has all values.`;
}

function DaysTable({
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
        <tbody>
          {days.toReversed().map((each) => (
            <tr>
              <th scope="row">{day(each.date)}</th>
              {graders.map((grader) => (
                <td>{number(each.byGrader[grader] ?? 0)}</td>
              ))}
              <td>{number(each.total)}</td>
              <td>{gemRate(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
