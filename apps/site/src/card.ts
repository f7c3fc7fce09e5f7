import type { Card, CardHistory, GradeMapRow, Grader, SearchResult } from '@gcd/client';
import type { Part } from './api.js';
import type { GrowthStyle } from './charts/growth.js';
import { GRADERS } from './format.js';
import { textOf } from './query.js';

/** The API responses that a card page is built from. */
export interface CardResponses {
  readonly card: Card;
  readonly history: Part<CardHistory>;
  readonly grades: readonly GradeMapRow[];
  /** The card and its parallels, most graded first. */
  readonly prints: Part<readonly SearchResult[]>;
}

/** The options that a visitor selected on the page of a card. */
export interface CardChoice {
  /** The grader whose values are shown; undefined for all graders. */
  readonly grader: Grader | undefined;
  readonly style: GrowthStyle;
  /** Whether the table of grades shows the share of each grader's copies instead of their number. */
  readonly unit: 'copies' | 'percent';
  /** What the charts of the history count. */
  readonly metric: 'copies' | 'gems';
  /** The time that charts of the history show. */
  readonly range: Range;
}

/** The end of a history, by the value of the parameter `range`, with its length in days. */
export const RANGES = { '1m': 31, '6m': 183, '1y': 366, all: Number.POSITIVE_INFINITY } as const;

export type Range = keyof typeof RANGES;

/** Returns the graders that a card page shows. */
export const chosenGraders = (
  included: readonly Grader[],
  { grader }: Pick<CardChoice, 'grader'>,
): readonly Grader[] => (grader && included.includes(grader) ? [grader] : included);

/**
 * Parses the options that a visitor selected. By default, and for unknown values, the chart has a line for every
 * grader.
 */
export function readChoice(parameters: Readonly<Record<string, unknown>>): CardChoice {
  const [grader, chart] = [textOf(parameters.grader).toLowerCase(), textOf(parameters.chart)];
  const range = textOf(parameters.range);
  return {
    grader: GRADERS.find((each) => each === grader),
    style: chart === 'stacked' ? 'stacked' : 'lines',
    unit: textOf(parameters.unit) === 'percent' ? 'percent' : 'copies',
    metric: textOf(parameters.metric) === 'gems' ? 'gems' : 'copies',
    range: Object.hasOwn(RANGES, range) ? (range as Range) : 'all',
  };
}
