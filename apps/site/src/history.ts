import type { CardHistory, Grader } from '@gcd/client';

type History = CardHistory['population'];

/** How many copies there were on a day. */
export interface HistoryDay {
  readonly date: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly total: number;
  readonly gemTotal: number;
  readonly byGrader: Readonly<Partial<Record<Grader, number>>>;
}

/** The days of a history, oldest first. */
export function historyDays({ graders_included, population_data }: History): HistoryDay[] {
  const series = graders_included.map(
    (grader) => [grader, population_data.by_grader[grader]?.history ?? []] as const,
  );
  const dates = series[0]?.[1].map(({ date }) => date) ?? [];
  return dates.map((date, index) => {
    const points = series.map(([grader, history]) => [grader, history[index]] as const);
    return {
      date,
      time: Date.parse(date),
      total: points.reduce((sum, [, point]) => sum + (point?.total ?? 0), 0),
      gemTotal: points.reduce((sum, [, point]) => sum + (point?.gem_total ?? 0), 0),
      byGrader: Object.fromEntries(points.map(([grader, point]) => [grader, point?.total ?? 0])),
    };
  });
}
