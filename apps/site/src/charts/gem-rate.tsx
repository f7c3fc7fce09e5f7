import type { Grader } from '@gcd/client';
import { scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { graderName, percent } from '../format.js';
import type { GraderDay, HistoryDay } from '../history.js';
import { GraderLine, placeOf, rangeOf } from './growth.js';
import { bandsAround, heightOf, TimeChart } from './time-chart.js';

const rateOf = ({ total, gemTotal }: GraderDay): number => gemTotal / total;

/**
 * Renders the gem rate over time, with one line per grader. Each line starts with the first recorded copy of that
 * grader.
 */
export function GemRate({
  days,
  graders,
  caption,
}: {
  /** Days of the history; at least two. */
  days: readonly HistoryDay[];
  graders: readonly Grader[];
  caption: string;
}): VNode {
  const [first, last] = rangeOf(days);
  const rates = days.flatMap(({ byGrader }) =>
    Object.values(byGrader)
      .filter(({ total }) => total > 0)
      .map(rateOf),
  );
  const scale = scaleLinear([0, Math.min(1, Math.max(0.01, ...rates))], [0, 1]).nice(4);
  const [, limit = 1] = scale.domain();
  const [x, y] = [placeOf(days), heightOf(limit)];
  return (
    <TimeChart
      first={first}
      last={last}
      axis={{ limit, ticks: scale.ticks(4), format: tick }}
      caption={caption}
      bands={bandsAround(days.map((each) => describe(each, graders)))}
    >
      {graders.map((grader) => (
        <GraderLine
          grader={grader}
          points={days.flatMap(({ time, byGrader }) => {
            const own = byGrader[grader];
            return own && own.total > 0 ? [[x(time), y(rateOf(own))] as const] : [];
          })}
        />
      ))}
    </TimeChart>
  );
}

const tick = (rate: number): string => `${Math.round(rate * 1000) / 10}%`;

function describe({ label, byGrader }: HistoryDay, graders: readonly Grader[]): string {
  let text = label;
  for (const grader of graders) {
    const own = byGrader[grader];
    if (own && own.total > 0) text += `\n${graderName(grader)} ${percent(rateOf(own))}`;
  }
  return text;
}
