import type { Grader } from '@gcd/client';
import { stack } from 'd3-shape';
import type { VNode } from 'preact';
import { jsxEscape, jsxTemplate } from 'preact/jsx-runtime';
import { graderName, month as monthName, number, shortNumber } from '../format.js';
import type { HistoryMonth } from '../history.js';
import { countLimit, countTicks } from './axis.js';
import { GRADER_COLORS } from './colors.js';
import { HEIGHT, heightOf, percentOf, TimeChart } from './time-chart.js';

const GAP = 0.15;

/**
 * Renders the copies added in each month as bars split by grader. A month whose counts were corrected downward has no
 * bar. The bars are rendered as a string, which is several times faster than creating elements.
 */
export function Months({
  months,
  graders,
  caption,
}: {
  /** Months of the history; at least one. */
  months: readonly HistoryMonth[];
  graders: readonly Grader[];
  caption: string;
}): VNode {
  const starts = months.map(({ month }) => Date.parse(`${month}-01`));
  const first = starts[0] ?? 0;
  const last = endOf(starts.at(-1) ?? 0);
  const layers = stack<HistoryMonth, Grader>()
    .keys(graders)
    .value(({ byGrader }, grader) => Math.max(0, byGrader[grader] ?? 0))(months);
  const max = Math.max(0, ...layers.flatMap((layer) => layer.map(([, to]) => to)));
  const y = heightOf(countLimit(max));
  return (
    <TimeChart
      first={first}
      last={last}
      axis={{ limit: countLimit(max), ticks: countTicks(max), format: shortNumber }}
      caption={caption}
      titles={[]}
    >
      {jsxTemplate(
        months.map((each, index) => {
          const start = (starts[index] ?? 0) - first;
          const width = endOf(start + first) - start - first;
          const x = percentOf(start + GAP * width, last - first);
          const barWidth = percentOf((1 - 2 * GAP) * width, last - first);
          const bars = layers.map((layer) => {
            const [from, to] = layer[index] as unknown as readonly [number, number];
            if (to === from) return '';
            return `<rect class="${layer.key}" fill="${GRADER_COLORS[layer.key]}" x="${x}" width="${barWidth}" y="${y(to)}" height="${y(from) - y(to)}"></rect>`;
          });
          const row = `<rect class="row" fill="none" x="${percentOf(start, last - first)}" width="${percentOf(width, last - first)}" height="${HEIGHT}"></rect>`;
          return `<g class="month"><title>${jsxEscape(describe(each, graders))}</title>${row}${bars.join('')}</g>`;
        }),
      )}
    </TimeChart>
  );
}

/** Returns the end of the month that begins at a given time. */
function endOf(start: number): number {
  const date = new Date(start);
  return date.setUTCMonth(date.getUTCMonth() + 1);
}

function describe({ month, added, byGrader }: HistoryMonth, graders: readonly Grader[]): string {
  const parts = graders
    .filter((grader) => byGrader[grader])
    .map((grader) => `${graderName(grader)} ${number(byGrader[grader] ?? 0)}`);
  return [`${monthName(month)}: ${number(added)} added`, ...parts].join('\n');
}
