import type { Card, GradeMapRow, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { jsxEscape, jsxTemplate } from 'preact/jsx-runtime';
import { ApiRequest } from './api-link.view.js';
import { Choice } from './choice.view.js';
import { type CardChoice, chosenGraders } from './card.js';
import { GradeBars } from './charts/grade-bars.js';
import { Legend } from './charts/legend.js';
import { cardUrl, Files } from './files.view.js';
import { counted, graderName, number, percent, UNKNOWN, gemRate } from './format.js';
import { type GradeCounts, gradeCounts } from './population.js';
import { Scrolls } from './scrolls.view.js';

interface Props {
  readonly card: Card;
  readonly grades: readonly GradeMapRow[];
  readonly choice: CardChoice;
  readonly apiUrl: string;
}

/** Renders the number of copies by grade and grader, as a chart and as a table. */
export function PopulationSection({ card, grades, choice, apiUrl }: Props): VNode {
  const { population_data: data, graders_included } = card.population;
  const graders = chosenGraders(graders_included, choice);
  const total = graders.reduce((sum, grader) => sum + totalOf(data, grader), 0);
  const rows = gradeCounts(data.by_grader, graders, grades);
  return (
    <section aria-labelledby="population">
      <h2 id="population">Population</h2>
      {graders_included.length > 1 && (
        <p class="choices">
          <Choice
            current={choice.grader ?? ''}
            value=""
            url={cardUrl(card, { ...choice, grader: undefined }, 'population')}
          >
            All graders
          </Choice>
          {graders_included.map((grader) => (
            <Choice
              current={choice.grader ?? ''}
              value={grader}
              url={cardUrl(card, { ...choice, grader }, 'population')}
            >
              {graderName(grader)}
            </Choice>
          ))}
        </p>
      )}
      {total === 0 ? (
        <p class="missing">No copies of this card have been recorded yet.</p>
      ) : (
        <>
          <div class="side-by-side">
            <figure>
              <figcaption>
                Copies by grade
                <Legend graders={graders} valueFor={(grader) => number(totalOf(data, grader))} />
              </figcaption>
              <GradeBars
                rows={rows}
                graders={graders}
                total={total}
                caption={captionOf(rows, total)}
              />
            </figure>
            <div>
              {graders.length > 1 && (
                <p class="choices">
                  {(['copies', 'percent'] as const).map((unit) => (
                    <Choice
                      current={choice.unit}
                      value={unit}
                      url={cardUrl(card, { ...choice, unit }, 'population')}
                    >
                      {unit === 'copies' ? 'Copies' : 'Percent of each grader'}
                    </Choice>
                  ))}
                </p>
              )}
              <CountsTable
                rows={rows}
                graders={graders}
                data={data}
                total={total}
                choice={choice}
              />
            </div>
          </div>
          <Files card={card} choice={choice} csv="grades.csv" svg="grades.svg" />
        </>
      )}
      <ApiRequest
        apiUrl={apiUrl}
        operation="getCard"
        target={`/v1/cards/${card.card_id}?auto_split=true&include=growth`}
      />
    </section>
  );
}

type Data = Card['population']['population_data'];

const totalOf = (data: Data, grader: Grader): number => data.by_grader[grader]?.total ?? 0;

function captionOf(rows: readonly GradeCounts[], total: number): string {
  const most = rows.reduce((one, other) => (other.total > one.total ? other : one));
  const share = percent(most.total / Math.max(1, total));
  return `Bar chart of ${counted(total, 'copy', 'copies')} by grade. Most copies, ${number(most.total)} (${share}), are ${most.label}. The table has all values.`;
}

function CountsTable({
  rows,
  graders,
  data,
  total,
  choice,
}: {
  rows: readonly GradeCounts[];
  graders: readonly Grader[];
  data: Data;
  total: number;
  choice: CardChoice;
}): VNode {
  const gem = graders.reduce((sum, grader) => sum + (data.by_grader[grader]?.gem_total ?? 0), 0);
  const isAll = graders.length > 1;
  const isPercent = isAll && choice.unit === 'percent';
  const cell = (count: number | undefined, of: number): string =>
    isPercent && count ? `<td>${jsxEscape(percent(count / of))}</td>` : countCell(count);
  const signed = isAll ? 0 : rows.reduce((sum, { autographed = 0 }) => sum + autographed, 0);
  let orHigher = 0;
  return (
    <Scrolls label="Copies by grade and grader">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">Grade</th>
            {graders.map((grader) => (
              <th scope="col">{graderName(grader)}</th>
            ))}
            {!isAll && <th scope="col">Or higher</th>}
            {signed > 0 && <th scope="col">Autographed</th>}
            <th scope="col">{isAll ? 'All' : 'Share'}</th>
          </tr>
        </thead>
        <tbody>
          {jsxTemplate(
            rows.map((row) => {
              orHigher += row.total;
              const counts = graders
                .map((grader) => cell(row.byGrader[grader], totalOf(data, grader)))
                .join('');
              const last = isAll
                ? cell(row.total, total)
                : `${countCell(row.isQualified ? undefined : orHigher)}${signed > 0 ? countCell(row.autographed) : ''}<td>${jsxEscape(percent(row.total / total))}</td>`;
              return `<tr${row.isGem ? ' class="gem"' : ''}><th scope="row">${jsxEscape(row.label)}${row.numbers ? ` <small>${jsxEscape(row.numbers)}</small>` : ''}</th>${counts}${last}</tr>`;
            }),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All grades</th>
            {graders.map((grader) => (
              <td>{number(totalOf(data, grader))}</td>
            ))}
            {!isAll && <td />}
            {signed > 0 && <td>{number(signed)}</td>}
            <td>{isAll ? number(total) : percent(1)}</td>
          </tr>
          <tr>
            <th scope="row">Gem rate</th>
            {graders.map((grader) => (
              <td>
                {gemRate(
                  data.by_grader[grader]?.gem_total ?? 0,
                  data.by_grader[grader]?.total ?? 0,
                )}
              </td>
            ))}
            {!isAll && <td />}
            {signed > 0 && <td />}
            <td>{isAll && percent(gem / total)}</td>
          </tr>
        </tfoot>
      </table>
    </Scrolls>
  );
}

const countCell = (value: number | undefined): string =>
  value ? `<td>${number(value)}</td>` : `<td class="none">${value ?? UNKNOWN}</td>`;
