const LEVELS = ' ▁▂▃▄▅▆▇█';
const EIGHTHS = 8;

export interface Point {
  readonly date: string;
  readonly value: number;
}

/**
 * Draws a time series as columns of block characters above a line with the dates.
 * @param points at least one point, oldest first; if there are more points than columns, each column shows the latest
 * of its points
 * @param width width of the chart in characters
 * @param height height of the columns in lines
 */
export function chart(points: readonly Point[], width: number, height: number): string {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Start the columns slightly below the minimum, so that the minimum has a visible column.
  const floor = Math.max(0, least - Math.max(1, (most - least) * 0.1));
  const labels = [most, floor].map((value) => Math.round(value).toLocaleString('en'));
  const margin = Math.max(...labels.map((label) => label.length));
  const columns = Math.min(points.length, Math.max(1, width - margin - 2));
  const shown = Array.from({ length: columns }, (_, column) => {
    const last = Math.ceil(((column + 1) * points.length) / columns) - 1;
    return values[last] ?? 0;
  });
  const eighths = shown.map((value) =>
    Math.round(((value - floor) / Math.max(1, most - floor)) * height * EIGHTHS),
  );
  const lines = Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * EIGHTHS;
    const blocks = eighths.map(
      (filled) => LEVELS[Math.min(EIGHTHS, Math.max(0, filled - below))] ?? ' ',
    );
    const label = line === 0 ? labels[0] : line === height - 1 ? labels[1] : '';
    return `${(label ?? '').padStart(margin)} ┤${blocks.join('')}`.trimEnd();
  });
  const [first, end] = [points[0]?.date ?? '', points.at(-1)?.date ?? ''];
  const between = Math.max(1, columns - first.length - end.length);
  return [...lines, `${' '.repeat(margin + 2)}${first}${' '.repeat(between)}${end}`].join('\n');
}
