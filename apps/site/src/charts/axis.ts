import { scaleLinear } from 'd3-scale';

const DAY_MS = 86_400_000;
// Above this number of months, the time axis shows years instead of months.
const MAX_MONTHS = 14;
const LABEL_SHARE = 0.06;

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

/** Lists the ticks of an axis for counts: four or five whole numbers, or fewer for small counts. */
export function countTicks(max: number): readonly number[] {
  const top = Math.max(1, max);
  const ticks = scaleLinear([0, top], [0, 1]).nice(4).ticks(Math.min(4, top));
  return ticks.filter(Number.isInteger);
}

/** Returns the end of an axis for counts: the smallest round number that no value exceeds. */
export function countLimit(max: number): number {
  const [, end = 1] = scaleLinear([0, Math.max(1, max)], [0, 1])
    .nice(4)
    .domain();
  return end;
}

/**
 * Lists the starts of the months or years in a time range. A start is omitted if its label would not fit before the end
 * of the axis.
 */
export function timeTicks(first: number, last: number): readonly TimeTick[] {
  const days = (last - first) / DAY_MS;
  const start = new Date(first);
  const isShort = days <= MAX_MONTHS * 31;
  // Show a tick for every month, or for every second or third month.
  const step = isShort ? Math.max(1, Math.ceil(days / 31 / 7)) : 12;
  const ticks: TimeTick[] = [];
  for (let index = isShort ? start.getUTCMonth() + 1 : 12; ; index += step) {
    const time = Date.UTC(start.getUTCFullYear(), index, 1);
    if (time > last - LABEL_SHARE * (last - first)) return ticks;
    ticks.push({
      time,
      label: isShort ? MONTH.format(time) : String(new Date(time).getUTCFullYear()),
    });
  }
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
