import type { StagedValue } from './file-kind.js';

/** Why one row of a file is not imported. */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  /**
   * @param column the column at fault; empty when it is the whole row
   * @param reason for the operator: sentences that say what is wrong, and what is allowed or what to do
   * @param staged values that stay with the row, by position, for checks that complete the reason
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

/** A value as it is quoted in a reason: short, on one line. */
export function shown(value: string): string {
  return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
}

/**
 * The rejection of a value that does not have its format.
 * @param subject what must have it; the column by default
 */
export function mustBe(
  column: string,
  format: string,
  value: string,
  subject: string = column,
): Rejection {
  return new Rejection(column, `${subject} must be ${format}, not ${shown(value)}.`);
}
