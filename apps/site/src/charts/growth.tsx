import type { Grader } from '@gcd/client';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, stack } from 'd3-shape';
import type { VNode } from 'preact';
import { day, graderName, number, shortNumber } from '../format.js';
import type { HistoryDay } from '../history.js';

// The drawing is stretched to the width that there is; what stands in it as text is not.
const WIDTH = 1000;
const HEIGHT = 300;
const TOP = 14;
const BOTTOM = 24;

/** The number of copies over time, graders stacked on each other. */
export function Growth({
  days,
  graders,
  caption,
}: {
  days: readonly HistoryDay[];
  graders: readonly Grader[];
  caption: string;
}): VNode {
  const first = days[0]?.time ?? 0;
  const last = days.at(-1)?.time ?? 1;
  const x = scaleUtc([first, last], [0, WIDTH]);
  const most = Math.max(1, ...days.map(({ total }) => total));
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  const layers = stack<HistoryDay, Grader>()
    .keys(graders)
    .value(({ byGrader }, grader) => byGrader[grader] ?? 0)(days);
  const shape = area<readonly [number, number]>()
    .x((_point, index) => round(x(days[index]?.time ?? 0)))
    .y0(([from]) => round(y(from)))
    .y1(([, to]) => round(y(to)));
  return (
    <svg class="growth" role="img" aria-label={caption} width="100%" height={HEIGHT}>
      {y.ticks(4).map((tick) => (
        <line class="grid" x2="100%" y1={y(tick)} y2={y(tick)} />
      ))}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {layers.map((layer) => (
          <path
            class={layer.key}
            d={shape(layer as unknown as readonly (readonly [number, number])[]) ?? ''}
          />
        ))}
      </svg>
      {y
        .ticks(4)
        .filter((tick) => tick > 0)
        .map((tick) => (
          <text class="tick" x="0" y={y(tick) - 5}>
            {shortNumber(tick)}
          </text>
        ))}
      {yearsIn(first, last).map((year) => {
        const place = share(x(Date.UTC(year, 0, 1)), WIDTH);
        return (
          <>
            <line
              class="year"
              x1={place}
              x2={place}
              y1={HEIGHT - BOTTOM}
              y2={HEIGHT - BOTTOM + 6}
            />
            <text class="tick" x={place} dx="5" y={HEIGHT - 6}>
              {year}
            </text>
          </>
        );
      })}
      <line class="cursor" x1="100%" x2="100%" y1={TOP} y2={HEIGHT - BOTTOM} />
      {days.map((each, index) => (
        <rect
          class="day"
          x={share(index - 0.5, days.length - 1)}
          width={share(1, days.length - 1)}
          height={HEIGHT}
        >
          <title>{describe(each, graders)}</title>
        </rect>
      ))}
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
const share = (part: number, whole: number): string =>
  `${Math.round((part / Math.max(1, whole)) * 10_000) / 100}%`;

function yearsIn(first: number, last: number): number[] {
  const from = new Date(first).getUTCFullYear() + 1;
  const to = new Date(last).getUTCFullYear();
  return Array.from({ length: Math.max(0, to - from + 1) }, (_none, index) => from + index);
}

function describe({ date, total, byGrader }: HistoryDay, graders: readonly Grader[]): string {
  const parts = graders.map((grader) => `${graderName(grader)} ${number(byGrader[grader] ?? 0)}`);
  return [`${day(date)}: ${number(total)} copies`, ...parts].join('\n');
}
