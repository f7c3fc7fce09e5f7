import type { Grader } from '@gcd/client';
import { stack } from 'd3-shape';
import type { VNode } from 'preact';
import { graderName, number, shortNumber } from '../format.js';
import { countLimit, countTicks } from './axis.js';
import { GRADER_COLORS } from './colors.js';
import { heightOf, percentOf, round, TimeChart, WIDTH } from './time-chart.js';

const GAP = 0.15;
// Part of the width before the first bar, for the labels of the vertical axis.
const LABELS = 0.07;

/** The copies added between two times, in milliseconds since 1970. */
export interface AddedCopies {
  readonly start: number;
  readonly end: number;
  /** The period, formatted for display. */
  readonly label: string;
  readonly added: number;
  readonly byGrader: Readonly<Partial<Record<Grader, number>>>;
}

/**
 * Renders the copies added in consecutive periods as bars split by grader. A grader whose counts were corrected downward
 * in a period has no bar for it. All bars of a grader are one path, which is several times faster than an element for
 * each bar.
 */
export function Periods({
  periods,
  graders,
  caption,
}: {
  /** At least one. */
  periods: readonly AddedCopies[];
  graders: readonly Grader[];
  caption: string;
}): VNode {
  const last = periods.at(-1)?.end ?? 0;
  const begin = periods[0]?.start ?? 0;
  const first = begin - ((last - begin) * LABELS) / (1 - LABELS);
  const range = last - first;
  const layers = stack<AddedCopies, Grader>()
    .keys(graders)
    .value(({ byGrader }, grader) => Math.max(0, byGrader[grader] ?? 0))(periods);
  const max = Math.max(0, ...layers.flatMap((layer) => layer.map(([, to]) => to)));
  const y = heightOf(countLimit(max));
  return (
    <TimeChart
      first={first}
      last={last}
      // Label a month that begins with the first bar, too.
      start={begin - 1}
      axis={{ limit: countLimit(max), ticks: countTicks(max), format: shortNumber }}
      caption={caption}
      bands={periods.map((period) => ({
        x: percentOf(period.start - first, range),
        width: percentOf(period.end - period.start, range),
        title: describe(period, graders),
      }))}
    >
      {layers.map((layer) => {
        const bars = periods.map(({ start, end }, index) => {
          const [from, to] = layer[index] as unknown as readonly [number, number];
          if (to === from) return '';
          const x = round(((start - first + GAP * (end - start)) / range) * WIDTH);
          const width = round((((1 - 2 * GAP) * (end - start)) / range) * WIDTH);
          return `M${x} ${y(from)}V${y(to)}h${width}V${y(from)}`;
        });
        return (
          <path class={layer.key} fill={GRADER_COLORS[layer.key]} d={bars.join('') || undefined} />
        );
      })}
    </TimeChart>
  );
}

function describe({ label, added, byGrader }: AddedCopies, graders: readonly Grader[]): string {
  const parts = graders
    .filter((grader) => byGrader[grader])
    .map((grader) => `${graderName(grader)} ${number(byGrader[grader] ?? 0)}`);
  return [`${label}: ${number(added)} added`, ...parts].join('\n');
}
