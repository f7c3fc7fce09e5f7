import type { Card, GradeRow, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { GradeBars } from './charts/grade-bars.js';
import { Legend } from './charts/legend.js';
import { graderName, number, percent, UNKNOWN } from './format.js';
import { ApiCall } from './page.view.js';
import { type GradeCounts, gradeCounts } from './population.js';
import { Scrolls } from './scrolls.view.js';

interface Props {
  readonly card: Card;
  readonly grades: readonly GradeRow[];
  readonly apiUrl: string;
  readonly target: string;
}

/** Copies by grade and grader, as a chart and as a table. */
export function PopulationSection({ card, grades, apiUrl, target }: Props): VNode {
  const { population_data: data, graders_included: graders } = card.population;
  const rows = gradeCounts(data.by_grader, graders, grades);
  return (
    <section aria-labelledby="population">
      <h2 id="population">Population</h2>
      {data.total === 0 ? (
        <p class="missing">No copy of this card has been counted yet.</p>
      ) : (
        <div class="side-by-side">
          <figure>
            <figcaption>
              Copies by grade
              <Legend graders={graders} valueFor={(grader) => number(totalOf(data, grader))} />
            </figcaption>
            <GradeBars
              rows={rows}
              graders={graders}
              total={data.total}
              caption={captionOf(rows, data.total)}
            />
          </figure>
          <CountsTable rows={rows} graders={graders} data={data} />
        </div>
      )}
      <ApiCall apiUrl={apiUrl} target={target} />
    </section>
  );
}

type Data = Card['population']['population_data'];

const totalOf = (data: Data, grader: Grader): number => data.by_grader[grader]?.total ?? 0;

function captionOf(rows: readonly GradeCounts[], total: number): string {
  const most = rows.reduce((one, other) => (other.total > one.total ? other : one));
  const share = percent(most.total / Math.max(1, total));
  return `Bar chart of ${number(total)} copies by grade. Most copies, ${number(most.total)} (${share}), are ${most.label}. The table has all values.`;
}

function CountsTable({
  rows,
  graders,
  data,
}: {
  rows: readonly GradeCounts[];
  graders: readonly Grader[];
  data: Data;
}): VNode {
  return (
    <Scrolls label="Copies by grade and grader">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Grade</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)}</th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr class={row.isGem ? 'gem' : undefined}>
              <th scope="row">{row.label}</th>
              {graders.map((grader) => (
                <Count value={row.byGrader[grader]} />
              ))}
              <Count value={row.total} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All grades</th>
            {graders.map((grader) => (
              <td>{number(totalOf(data, grader))}</td>
            ))}
            <td>{number(data.total)}</td>
          </tr>
          <tr>
            <th scope="row">Gem rate</th>
            {graders.map((grader) => (
              <td>{percent(data.by_grader[grader]?.gem_rate ?? 0)}</td>
            ))}
            <td>{percent(data.gem_rate)}</td>
          </tr>
        </tfoot>
      </table>
    </Scrolls>
  );
}

function Count({ value }: { value: number | undefined }): VNode {
  if (value === undefined) return <td class="none">{UNKNOWN}</td>;
  return <td class={value === 0 ? 'none' : undefined}>{number(value)}</td>;
}
