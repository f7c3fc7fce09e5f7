import type { Card, CardHistory, GradeMapRow, Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type CardChoice, chosenGraders, RANGES } from './card.js';
import { GRADER_COLORS, INK, PAPER, SOFT } from './charts/colors.js';
import { GemRate } from './charts/gem-rate.js';
import { GradeBars, gradeBarsHeight } from './charts/grade-bars.js';
import { Growth } from './charts/growth.js';
import { Periods } from './charts/periods.js';
import { HEIGHT } from './charts/time-chart.js';
import { csv } from './csv.js';
import { day, graderName } from './format.js';
import { gemDays, historyDays, historyPeriods, lastDays, stackedDays } from './history.js';
import { gradeCounts } from './population.js';

const WIDTH = 900;
const MARGIN = 24;
const TITLE = 72;
const LEGEND = 40;
const SOURCE = 30;

export interface FileSource {
  readonly card: Card;
  readonly history: CardHistory | undefined;
  readonly grades: readonly GradeMapRow[];
  readonly choice: CardChoice;
  /** The site, as a source that the chart names. */
  readonly siteUrl: string;
}

type Write = (source: FileSource) => string;

/** Functions that create the charts and tables of a card, by file name. */
export const CHART_FILES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['grades.csv', gradesCsv],
  ['history.csv', historyCsv],
  ['added.csv', addedCsv],
  [
    'grades.svg',
    (source) => {
      const rows = gradeRows(source);
      const graders = gradersOf(source);
      const total = rows.reduce((sum, row) => sum + row.total, 0);
      const chart = (
        <GradeBars rows={rows} graders={graders} total={total} caption="Copies by grade" />
      );
      return svg(source, 'Copies by grade', gradeBarsHeight(rows.length), chart);
    },
  ],
  [
    'growth.svg',
    (source) => {
      const [all, graders] = [countedDaysOf(source), gradersOf(source)];
      const { style } = source.choice;
      const days = style === 'stacked' ? stackedDays(all, graders) : all;
      const chart = (
        <Growth
          days={days}
          graders={graders}
          caption={titleOf(source, 'over time')}
          style={style}
        />
      );
      return svg(source, titleOf(source, 'over time'), HEIGHT, days.length > 1 ? chart : null);
    },
  ],
  [
    'gem-rate.svg',
    (source) => {
      const [days, graders] = [daysOf(source), gradersOf(source)];
      const chart = <GemRate days={days} graders={graders} caption="Gem rate over time" />;
      return svg(source, 'Gem rate over time', HEIGHT, days.length > 1 ? chart : null);
    },
  ],
  [
    'added.svg',
    (source) => {
      const periods = historyPeriods(countedDaysOf(source));
      const title = titleOf(source, 'added every four weeks');
      const chart = <Periods periods={periods} graders={gradersOf(source)} caption={title} />;
      return svg(source, title, HEIGHT, periods.length > 0 ? chart : null);
    },
  ],
]);

const gradersOf = ({ card, choice }: FileSource): readonly Grader[] =>
  chosenGraders(card.graders_included, choice);

const gradeRows = (source: FileSource) =>
  gradeCounts(source.card.population.population_data.by_grader, gradersOf(source), source.grades);

const daysOf = (source: FileSource) =>
  source.history
    ? lastDays(
        historyDays(source.history.population, gradersOf(source)),
        RANGES[source.choice.range],
      )
    : [];

/** The days with the counts that the visitor chose: of all copies, or of gem copies. */
const countedDaysOf = (source: FileSource) =>
  source.choice.metric === 'gems' ? gemDays(daysOf(source)) : daysOf(source);

const titleOf = ({ choice }: FileSource, what: string): string =>
  `${choice.metric === 'gems' ? 'Gem copies' : 'Copies'} ${what}`;

function gradesCsv(source: FileSource): string {
  const graders = gradersOf(source);
  return csv(
    ['grade', ...graders, 'all'],
    gradeRows(source).map((row) => [
      row.label,
      ...graders.map((grader) => row.byGrader[grader]),
      row.total,
    ]),
  );
}

function historyCsv(source: FileSource): string {
  const graders = gradersOf(source);
  return csv(
    ['date', ...graders.flatMap((grader) => [grader, `${grader}_gem`]), 'all', 'all_gem'],
    daysOf(source).map(({ date, byGrader, total, gemTotal }) => [
      date,
      ...graders.flatMap((grader) => [byGrader[grader]?.total, byGrader[grader]?.gemTotal]),
      total,
      gemTotal,
    ]),
  );
}

function addedCsv(source: FileSource): string {
  const graders = gradersOf(source);
  return csv(
    ['four_weeks_to', ...graders, 'all'],
    historyPeriods(countedDaysOf(source)).map(({ date, byGrader, added }) => [
      date,
      ...graders.map((grader) => byGrader[grader]),
      added,
    ]),
  );
}

/** Renders a chart with its title and legend as a file. @param chart null if there are too few values */
function svg(source: FileSource, title: string, height: number, chart: VNode | null): string {
  const { card } = source;
  const graders = gradersOf(source);
  return renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={`${title}, ${card.display_name}`}
      width={WIDTH}
      height={TITLE + height + LEGEND + SOURCE + MARGIN}
      font-family="sans-serif"
      font-size="13"
      fill={INK}
    >
      <rect width="100%" height="100%" fill={PAPER} />
      <text x={MARGIN} y="30" font-size="18" font-weight="600">
        {title}
      </text>
      <text x={MARGIN} y="50">
        {card.display_name}
      </text>
      <svg x={MARGIN} y={TITLE} width={WIDTH - 2 * MARGIN} height={height} aria-hidden="true">
        {chart ?? (
          <text x="0" y="40">
            Too few values for a chart.
          </text>
        )}
      </svg>
      {graders.map((grader, index) => (
        <g transform={`translate(${MARGIN + index * 110} ${TITLE + height + LEGEND})`}>
          <rect width="12" height="12" y="-11" rx="2" fill={GRADER_COLORS[grader]} />
          <text x="18">{graderName(grader)}</text>
        </g>
      ))}
      <text x={MARGIN} y={TITLE + height + LEGEND + SOURCE} fill={SOFT}>
        {source.siteUrl}, data up to {day(card.population.population_data.data_last_updated)}
      </text>
    </svg>,
  );
}
