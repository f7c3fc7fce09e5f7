import { scaleLinear } from 'd3-scale';

const DAY_MS = 86_400_000;
// Maximum number of months in a range for which the axis shows months. For a longer range, it shows years.
const MAX_MONTHS = 14;
const LABEL_SHARE = 0.06;

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

/** Lists the ticks of a count axis: four or five whole numbers, or fewer if the axis is shorter. */
export function countTicks(max: number): readonly number[] {
  const top = Math.max(1, max);
  const ticks = scaleLinear([0, top], [0, 1]).nice(4).ticks(Math.min(4, top));
  return ticks.filter(Number.isInteger);
}

/** Returns the end of a count axis: the smallest round number that is at least as large as every value. */
export function countLimit(max: number): number {
  const [, end = 1] = scaleLinear([0, Math.max(1, max)], [0, 1])
    .nice(4)
    .domain();
  return end;
}

/** Lists the starts of months or years between two times, omitting those so late that their label would not fit. */
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
