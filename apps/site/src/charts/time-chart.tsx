import type { ComponentChildren, VNode } from 'preact';
import { jsxEscape } from 'preact/jsx-runtime';
import { timeTicks } from './axis.js';
import { LINE, PAPER, SOFT } from './colors.js';

/** Width of the chart in SVG user units. The drawing is stretched to the width of the page, but the text is not. */
export const WIDTH = 1000;
/** Height of the chart in pixels. */
export const HEIGHT = 260;
const TOP = 16;
const BOTTOM = 24;

/** Returns a function that converts a value to a vertical position. @param limit value at the top of the axis */
export const heightOf =
  (limit: number) =>
  (value: number): number =>
    round(HEIGHT - BOTTOM - (value / limit) * (HEIGHT - BOTTOM - TOP));

/** The vertical axis, which shows values. */
export interface ValueAxis {
  /** Value at the upper end of the axis. */
  readonly limit: number;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

/** A range of the time axis that has a tooltip. Its position is a percentage of the width. */
export interface Band {
  readonly x: string;
  readonly width: string;
  readonly title: string;
}

/** Returns one band per title. The centers of the bands are evenly spaced along the time axis. */
export function bandsAround(titles: readonly string[]): readonly Band[] {
  const last = titles.length - 1;
  const width = percentOf(1, last);
  return titles.map((title, index) => ({ x: percentOf(index - 0.5, last), width, title }));
}

/** Renders a chart over time, with axes and tooltips. `children` is the drawing, whose size is WIDTH by HEIGHT. */
export function TimeChart({
  first,
  last,
  start = first,
  axis,
  caption,
  bands,
  hasCursor = false,
  children,
}: {
  first: number;
  last: number;
  /** Time before which the axis has no labels. */
  start?: number;
  axis: ValueAxis;
  caption: string;
  bands: readonly Band[];
  hasCursor?: boolean;
  children: ComponentChildren;
}): VNode {
  const y = heightOf(axis.limit);
  const bottom = HEIGHT - BOTTOM;
  const place = (time: number): string => percentOf(time - first, last - first);
  return (
    <svg
      class={hasCursor ? 'over-time growth' : 'over-time'}
      role="img"
      aria-label={caption}
      width="100%"
      height={HEIGHT}
    >
      {axis.ticks.map((tick) => (
        <line class="grid" x2="100%" y1={y(tick)} y2={y(tick)} stroke={LINE} />
      ))}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {children}
      </svg>
      {axis.ticks
        .filter((tick) => tick > 0)
        .map((tick) => (
          <Label y={y(tick) - 5} text={axis.format(tick)} />
        ))}
      {timeTicks(start, last).map(({ time, label }) => (
        <>
          <line
            class="year"
            x1={place(time)}
            x2={place(time)}
            y1={bottom}
            y2={bottom + 6}
            stroke={LINE}
          />
          <Label x={place(time)} dx="5" y={HEIGHT - 6} text={label} />
        </>
      ))}
      {hasCursor && <line class="cursor" x1="100%" x2="100%" y1={TOP} y2={bottom} />}
      <Tooltips bands={bands} />
    </svg>
  );
}

/** Renders tooltips as a string, which is several times faster than creating elements. */
function Tooltips({ bands }: { bands: readonly Band[] }): VNode {
  const html = bands.map(
    ({ x, width, title }) =>
      `<rect x="${x}" width="${width}" height="${HEIGHT}"><title>${jsxEscape(title)}</title></rect>`,
  );
  return <g class="bands" fill="none" dangerouslySetInnerHTML={{ __html: html.join('') }} />;
}

function Label({
  x = '0',
  dx,
  y,
  text,
}: {
  x?: string;
  dx?: string;
  y: number;
  text: string;
}): VNode {
  return (
    <text
      class="tick"
      x={x}
      dx={dx}
      y={y}
      fill={SOFT}
      stroke={PAPER}
      stroke-width="3"
      paint-order="stroke"
    >
      {text}
    </text>
  );
}

/** Rounds a coordinate to a precision that is sufficient for drawing. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Formats a share as a percentage of the width. */
export const percentOf = (part: number, whole: number): string =>
  `${Math.round((part / Math.max(1, whole)) * 10_000) / 100}%`;
