/** Why one row of a file is not loaded. */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  /**
   * @param column the column at fault
   * @param reason for the operator, without the name of the column
   */
  constructor(
    readonly column: string,
    readonly reason: string,
  ) {
    super(`${column}: ${reason}`);
  }
}

const SHOWN = 40;

/** A value as it is quoted in a reason: short, on one line. */
export function shown(value: string): string {
  return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
}
