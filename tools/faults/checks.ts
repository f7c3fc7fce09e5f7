/** Thrown if a fault cannot be tested on this machine. */
export class Skip extends Error {}

/** Thrown if the load generator could not send its requests. The result of such a run is meaningless. */
export class InvalidRun extends Error {}

/**
 * Collects the expectations of a fault test. Unlike a failed `expect`, a failed check does not skip the checks after
 * it.
 */
export class Checks {
  readonly failures: string[] = [];

  /**
   * Records a failure if an expectation is not met.
   * @param what the expectation, as a noun phrase
   * @param seen the measured value, which is recorded with the failure
   */
  that(what: string, isTrue: boolean, seen: string | number = ''): void {
    if (!isTrue) this.failures.push(seen === '' ? what : `${what}: ${seen}`);
  }

  atMost(what: string, seen: number, limit: number, unit = ''): void {
    this.that(`${what} at most ${limit}${unit}`, seen <= limit, `${seen}${unit}`);
  }

  atLeast(what: string, seen: number, limit: number, unit = ''): void {
    this.that(`${what} at least ${limit}${unit}`, seen >= limit, `${seen}${unit}`);
  }

  none(what: string, seen: readonly unknown[] | Readonly<Record<string, number>> | number): void {
    const count = typeof seen === 'number' ? seen : Object.keys(seen).length;
    const details = typeof seen === 'number' ? seen : JSON.stringify(seen);
    this.that(`no ${what}`, count === 0, details);
  }
}

/** Formats the errors and their counts for the table. */
export function listed(errors: Readonly<Record<string, number>>): string {
  const parts = Object.entries(errors).map(([name, count]) => `${count} × ${name}`);
  return parts.join(', ') || '0 errors';
}
