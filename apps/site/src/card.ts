import type { Card, CardHistory, GradeMapRow, Grader } from '@gcd/client';
import type { Part } from './api.js';
import type { GrowthStyle } from './charts/growth.js';
import { GRADERS } from './format.js';
import { textOf } from './query.js';

/** Responses for the page of a card. */
export interface CardResponses {
  readonly card: Card;
  readonly history: Part<CardHistory>;
  readonly grades: readonly GradeMapRow[];
}

/** A visitor's choices on the page of a card. */
export interface CardChoice {
  /** Undefined if all graders are shown. */
  readonly grader: Grader | undefined;
  readonly style: GrowthStyle;
}

/** Returns the id in the canonical URL of a card's page. */
export const pageIdOf = ({ universal_card_id, card_id }: Card): string =>
  universal_card_id ?? card_id;

/** Returns the graders that the page shows. */
export const chosenGraders = (
  included: readonly Grader[],
  { grader }: Pick<CardChoice, 'grader'>,
): readonly Grader[] => (grader && included.includes(grader) ? [grader] : included);

/** Parses a visitor's choices. Unknown values select all graders, drawn as lines. */
export function readChoice(parameters: Readonly<Record<string, unknown>>): CardChoice {
  const [grader, chart] = [textOf(parameters.grader).toLowerCase(), textOf(parameters.chart)];
  return {
    grader: GRADERS.find((each) => each === grader),
    style: chart === 'stacked' ? 'stacked' : 'lines',
  };
}
