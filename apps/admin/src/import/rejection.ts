import type { StagedValue } from './file-kind.js';

/** Reason why a row of a dataset file is rejected. */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  /**
   * @param column the invalid column; empty if the whole row is invalid
   * @param reason sentences for the operator that say what is wrong and what is allowed
   * @param staged values of the first staging columns to store with the rejected row, for a later step that adds
   * details to the reason
   */
  constructor(
    readonly column: string,
    readonly reason: string,
    readonly staged: readonly StagedValue[] = [],
  ) {
    super(reason);
  }
}

const MAX_SHOWN = 40;

/** Quotes a value for a rejection message, shortened and on one line. */
export function shown(value: string): string {
  return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
}

/**
 * Creates the rejection of a value with the wrong format.
 * @param subject the subject of the sentence; by default, the column
 */
export function mustBe(
  column: string,
  format: string,
  value: string,
  subject: string = column,
): Rejection {
  return new Rejection(column, `${subject} must be ${format}, not ${shown(value)}.`);
}
