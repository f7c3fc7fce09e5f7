import type { Activity, ActivityPeriod, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { cardPath, setPath } from './addresses.js';
import { ApiRequest } from './api-link.view.js';
import { Legend } from './charts/legend.js';
import { Periods } from './charts/periods.js';
import { counted, day, GRADERS, graderName, month, number } from './format.js';
import { MoversTable } from './movers.view.js';
import { namePath } from './name.js';
import type { Page } from './page.js';
import { Fact } from './page.view.js';
import { pathWith } from './page-links.view.js';
import { Cell, Scrolls } from './scrolls.view.js';

export type Interval = 'week' | 'month';
type Leaders = NonNullable<Activity['leaders']>;

const DAY_MS = 86_400_000;
const MAX_ROWS = 10;

/** Returns the path of the page of a week, such as `/week/2026-11-22` with its last day, or of a month. */
export const periodPath = (interval: Interval, { end }: Pick<ActivityPeriod, 'end'>): string =>
  interval === 'week' ? `/week/${end}` : `/month/${end.slice(0, 7)}`;

const labelOf = (interval: Interval, { start, end }: ActivityPeriod): string =>
  interval === 'week' ? `${day(start)} to ${day(end)}` : month(end.slice(0, 7));

/** Lists the periods that the data covers whole. */
export const wholePeriods = ({ periods }: Activity): readonly ActivityPeriod[] =>
  periods.filter(({ is_complete }) => is_complete);

const gradersOf = (periods: readonly ActivityPeriod[]): readonly Grader[] =>
  GRADERS.filter((grader) => periods.some(({ by_grader }) => by_grader[grader]));

/** Renders a chart of the copies graded in each period. @param shown the period whose counts are in the legend */
export function ActivityFigure({
  interval,
  periods,
  shown,
}: {
  interval: Interval;
  /** At least one. */
  periods: readonly ActivityPeriod[];
  shown: ActivityPeriod;
}): VNode {
  const graders = gradersOf(periods);
  const most = periods.reduce((one, other) => (other.added > one.added ? other : one));
  return (
    <figure>
      <figcaption>
        Copies graded per {interval}
        <Legend
          graders={graders}
          valueFor={(grader) => number(shown.by_grader[grader]?.added ?? 0)}
        >
          <li>
            <a href={periodPath(interval, shown)}>{labelOf(interval, shown)}</a>
          </li>
        </Legend>
      </figcaption>
      <Periods
        graders={graders}
        periods={periods.map((period) => ({
          start: Date.parse(period.start),
          end: Date.parse(period.end) + DAY_MS,
          label: interval === 'week' ? `Week to ${day(period.end)}` : labelOf(interval, period),
          added: period.added,
          byGrader: Object.fromEntries(
            graders.map((grader) => [grader, period.by_grader[grader]?.added ?? 0]),
          ),
        }))}
        caption={`Bar chart of copies graded per ${interval}, ${labelOf(interval, periods[0] as ActivityPeriod)} and later. The most, ${number(most.added)}, were graded in ${labelOf(interval, most)}. The page of each ${interval} has its numbers.`}
      />
    </figure>
  );
}

/** Renders the page of a week or month: what was graded in it. */
export function activityPage(
  interval: Interval,
  activity: Activity,
  leaders: Leaders,
  apiUrl: string,
): Page {
  const { periods } = activity;
  const drawn = periods.filter(({ is_complete, end }) => is_complete || end === leaders.end);
  const at = periods.findIndex(({ start }) => start === leaders.start);
  const [before, after] = [periods[at - 1], periods[at + 1]];
  const label = labelOf(interval, leaders);
  const first = periods[0]?.start ?? '';
  const [card] = leaders.cards;
  // The data of a week that is not over may end in the month before.
  const monthOf = (leaders.is_complete ? leaders.end : activity.as_of).slice(0, 7);
  return {
    title: `Graded ${interval === 'week' ? 'from' : 'in'} ${label}`,
    section: 'movers',
    description: `${number(leaders.added)} copies were graded: by grader, category, set, name and card.`,
    canonical: periodPath(interval, leaders),
    body: (
      <>
        <h1 class="found">
          Graded {interval === 'week' ? 'from' : 'in'} {label}
        </h1>
        <p class="choices">
          {before && <a href={periodPath(interval, before)}>Previous {interval}</a>}
          {after && <a href={periodPath(interval, after)}>Next {interval}</a>}
          {interval === 'week' && `${monthOf}-01` >= first && (
            <a href={`/month/${monthOf}`}>{month(monthOf)}</a>
          )}
        </p>
        {!leaders.is_complete && (
          <p class="quiet">
            The {interval} is not over. The data ends on {day(activity.as_of)}.
          </p>
        )}
        <dl class="summary spaced">
          <Fact label="Copies">{number(leaders.added)}</Fact>
          {gradersOf([leaders]).map((grader) => (
            <Fact label={graderName(grader)}>{number(leaders.by_grader[grader]?.added ?? 0)}</Fact>
          ))}
        </dl>
        {card && (
          <p>
            Card of the {interval}: <a href={cardPath(card)}>{card.display_name}</a>,{' '}
            {counted(card.added, 'copy', 'copies')}
          </p>
        )}
        <ActivityFigure interval={interval} periods={drawn} shown={leaders} />
        <div class="ways">
          <Added
            title="Sets"
            rows={leaders.sets.map((set) => ({
              name: set.display_name || 'Cards without a set name',
              added: set.added,
              path: setPath(set),
            }))}
          />
          <Added
            title="Names"
            note="Copies of cards with exactly this name. The link lists all cards whose name contains it."
            rows={leaders.names.map((row) => ({ ...row, path: namePath(row.name) }))}
          />
          {leaders.cards.length > 0 && (
            <section aria-labelledby="cards">
              <h2 id="cards">Cards</h2>
              <MoversTable movers={leaders.cards.slice(0, MAX_ROWS)} isPast={after !== undefined} />
            </section>
          )}
          <Added
            title="Categories"
            rows={leaders.categories.map((row) => ({
              ...row,
              path: pathWith('/sets', { category: row.name }),
            }))}
          />
        </div>
        <p class="quiet">
          Differences between the counts that the graders published. The first count of a card at a
          grader is not included, and corrections lower a number.
        </p>
        <ApiRequest
          apiUrl={apiUrl}
          operation="getActivity"
          target={`/v1/cards/population/activity?interval=${interval}&date=${leaders.end}`}
        />
      </>
    ),
  };
}

/** Renders a table of the copies that were added to each of several names. */
function Added({
  title,
  note,
  rows,
}: {
  title: string;
  note?: string;
  rows: readonly {
    readonly name: string;
    readonly added: number;
    readonly path?: string | undefined;
  }[];
}): VNode | null {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{title}</h2>
      {note && <p class="quiet">{note}</p>}
      <Scrolls label={`Table of ${title.toLowerCase()}`}>
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Added</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map(({ name, added, path }) => (
              <tr>
                <th scope="row">{path ? <a href={path}>{name}</a> : name}</th>
                <Cell label="Added">+{number(added)}</Cell>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}
