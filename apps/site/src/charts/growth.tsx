import type { Grader } from '@gcd/client';
import { area, curveStepAfter, stack } from 'd3-shape';
import type { VNode } from 'preact';
import { counted, graderName, number, shortNumber } from '../format.js';
import type { HistoryDay } from '../history.js';
import { countLimit, countTicks } from './axis.js';
import { GRADER_COLORS, PAPER } from './colors.js';
import { bandsAround, heightOf, round, TimeChart, type ValueAxis, WIDTH } from './time-chart.js';

/** How graders are drawn: as separate lines, or as stacked areas. */
export type GrowthStyle = 'lines' | 'stacked';

interface Props {
  /** Days of the history; at least two. */
  readonly days: readonly HistoryDay[];
  readonly graders: readonly Grader[];
  readonly caption: string;
  readonly style: GrowthStyle;
}

/** Renders the number of copies over time, by grader. */
export function Growth({ days, graders, caption, style }: Props): VNode {
  const [first, last] = rangeOf(days);
  const counts = days.flatMap(({ total, byGrader }) =>
    style === 'stacked' ? total : Object.values(byGrader).map((each) => each.total),
  );
  const max = Math.max(...counts);
  const axis = { limit: countLimit(max), ticks: countTicks(max), format: shortNumber };
  const Shapes = style === 'stacked' ? Areas : Lines;
  return (
    <TimeChart
      first={first}
      last={last}
      axis={axis}
      caption={caption}
      bands={bandsAround(days.map((each) => describe(each, graders)))}
      hasCursor
    >
      <Shapes days={days} graders={graders} axis={axis} />
    </TimeChart>
  );
}

/** Returns the range of the time axis: the times of the first and last day. */
export function rangeOf(days: readonly HistoryDay[]): readonly [number, number] {
  return [days[0]?.time ?? 0, days.at(-1)?.time ?? 1];
}

interface ShapeProps {
  readonly days: readonly HistoryDay[];
  readonly graders: readonly Grader[];
  readonly axis: ValueAxis;
}

/** Returns a function that converts a time to a horizontal position in the chart. */
export function placeOf(days: readonly HistoryDay[]): (time: number) => number {
  const [first, last] = rangeOf(days);
  return (time) => round(((time - first) / Math.max(1, last - first)) * WIDTH);
}

function Lines({ days, graders, axis }: ShapeProps): VNode {
  const [x, y] = [placeOf(days), heightOf(axis.limit)];
  return (
    <>
      {graders.map((grader) => (
        <GraderLine
          grader={grader}
          points={days.flatMap(({ time, byGrader }) => {
            const own = byGrader[grader];
            return own ? [[x(time), y(own.total)] as const] : [];
          })}
        />
      ))}
    </>
  );
}

/** Renders a line in the color of a grader. @param points coordinates of its points */
export function GraderLine({
  grader,
  points,
}: {
  grader: Grader;
  points: readonly (readonly [number, number])[];
}): VNode {
  return (
    <path
      class={`line ${grader}`}
      d={pathOf(points)}
      fill="none"
      stroke={GRADER_COLORS[grader]}
      stroke-width="2.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      vector-effect="non-scaling-stroke"
    />
  );
}

/**
 * Returns the path of a line through points, without the inner points of horizontal sections. The path of a single
 * point is closed, so that the point appears as a dot.
 */
function pathOf(points: readonly (readonly [number, number])[]): string | undefined {
  if (points.length === 0) return undefined;
  const ends = points.filter(
    ([, y], index) => y !== points[index - 1]?.[1] || y !== points[index + 1]?.[1],
  );
  return `M${ends.join(' ')}${points.length === 1 ? 'Z' : ''}`;
}

function Areas({ days, graders, axis }: ShapeProps): VNode {
  const [x, y] = [placeOf(days), heightOf(axis.limit)];
  const layers = stack<HistoryDay, Grader>()
    .keys(graders)
    .value(({ byGrader }, grader) => byGrader[grader]?.total ?? 0)(days);
  const shape = area<readonly [number, number]>()
    .x((_point, index) => x(days[index]?.time ?? 0))
    .y0(([from]) => y(from))
    .y1(([, to]) => y(to))
    // A count is valid until the following one is recorded, so draw a line with steps. A sloping line would suggest
    // counts that were not recorded.
    .curve(curveStepAfter);
  return (
    <>
      {layers.map((layer) => (
        <path
          class={`area ${layer.key}`}
          d={shape(layer as unknown as readonly (readonly [number, number])[]) ?? ''}
          fill={GRADER_COLORS[layer.key]}
          stroke={PAPER}
          vector-effect="non-scaling-stroke"
        />
      ))}
    </>
  );
}

function describe({ label, total, byGrader }: HistoryDay, graders: readonly Grader[]): string {
  let text = `${label}: ${counted(total, 'copy', 'copies')}`;
  for (const grader of graders) {
    const own = byGrader[grader];
    if (own) text += `\n${graderName(grader)} ${number(own.total)}`;
  }
  return text;
}
