import type { Grader } from '@gcd/client';
import { stack } from 'd3-shape';
import type { VNode } from 'preact';
import { graderName, month as monthName, number, shortNumber } from '../format.js';
import type { HistoryMonth } from '../history.js';
import { countLimit, countTicks } from './axis.js';
import { GRADER_COLORS } from './colors.js';
import { heightOf, percentOf, round, TimeChart, WIDTH } from './time-chart.js';

const GAP = 0.15;

/**
 * Renders the copies added in each month as bars split by grader. A grader whose counts were corrected downward in a
 * month has no bar for that month. All bars of a grader are one path, which is several times faster than an element for
 * each bar.
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
  const range = last - first;
  const columns = starts.map((start) => ({ offset: start - first, length: endOf(start) - start }));
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
      bands={columns.map(({ offset, length }, index) => ({
        x: percentOf(offset, range),
        width: percentOf(length, range),
        title: describe(months[index] as HistoryMonth, graders),
      }))}
    >
      {layers.map((layer) => {
        const bars = columns.map(({ offset, length }, index) => {
          const [from, to] = layer[index] as unknown as readonly [number, number];
          if (to === from) return '';
          const x = round(((offset + GAP * length) / range) * WIDTH);
          const width = round((((1 - 2 * GAP) * length) / range) * WIDTH);
          return `M${x} ${y(from)}V${y(to)}h${width}V${y(from)}`;
        });
        return (
          <path class={layer.key} fill={GRADER_COLORS[layer.key]} d={bars.join('') || undefined} />
        );
      })}
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
