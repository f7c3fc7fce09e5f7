import type { Grader } from '@gcd/client';
import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { VNode } from 'preact';
import { jsxEscape, jsxTemplate } from 'preact/jsx-runtime';
import { counted, graderName, number, percent } from '../format.js';
import type { GradeCounts } from '../population.js';
import { GRADER_COLORS, SOFT } from './colors.js';

// Height of a bar in pixels, equal to the height of a row in the table beside the chart.
const ROW = 27;
const BAR = 17;
// Horizontal positions in percent: bars start at LEFT, and the longest bar ends at RIGHT. Because positions are
// percentages, the text keeps its size on a phone.
const LEFT = 28;
const RIGHT = 86;

/** Returns the height of the chart in pixels. */
export const gradeBarsHeight = (rows: number): number => rows * ROW;

/**
 * Renders a bar for each grade, best grade first, split by grader. The bars are rendered as a string, which is several
 * times faster than creating elements.
 */
export function GradeBars({
  rows,
  graders,
  total,
  caption,
}: {
  rows: readonly GradeCounts[];
  graders: readonly Grader[];
  total: number;
  caption: string;
}): VNode {
  const most = Math.max(1, ...rows.map((row) => row.total));
  const x = scaleLinear([0, most], [LEFT, RIGHT]);
  const layers = stack<GradeCounts, Grader>()
    .keys(graders)
    .value((row, grader) => row.byGrader[grader] ?? 0)(rows);
  return (
    <svg
      class="bars"
      role="img"
      aria-label={caption}
      width="100%"
      height={gradeBarsHeight(rows.length)}
    >
      {jsxTemplate(
        rows.map((row, index) => {
          const [top, middle] = [index * ROW, index * ROW + ROW / 2];
          const bars = layers.map((layer) => {
            const [from, to] = layer[index] as unknown as readonly [number, number];
            if (to === from) return '';
            return `<rect class="${layer.key}" fill="${GRADER_COLORS[layer.key]}" x="${at(x(from))}" y="${top + (ROW - BAR) / 2}" width="${at(x(to) - x(from))}" height="${BAR}"></rect>`;
          });
          return [
            `<g><title>${jsxEscape(describe(row, graders, total))}</title>`,
            `<rect class="row" fill="none" y="${top}" width="100%" height="${ROW}"></rect>`,
            `<text class="grade" x="${at(LEFT - 1.5)}" y="${middle}" text-anchor="end" dominant-baseline="central">${jsxEscape(row.label)}</text>`,
            ...bars,
            `<text class="total" x="${at(x(row.total) + 1)}" y="${middle}" fill="${SOFT}" dominant-baseline="central">${number(row.total)}</text></g>`,
          ].join('');
        }),
      )}
    </svg>
  );
}

const at = (share: number): string => `${Math.round(share * 100) / 100}%`;

function describe(row: GradeCounts, graders: readonly Grader[], total: number): string {
  const parts = graders
    .filter((grader) => row.byGrader[grader])
    .map((grader) => `${graderName(grader)} ${number(row.byGrader[grader] ?? 0)}`);
  const share = total > 0 ? percent(row.total / total) : percent(0);
  return [`${row.label}: ${counted(row.total, 'copy', 'copies')}, ${share}`, ...parts].join('\n');
}
