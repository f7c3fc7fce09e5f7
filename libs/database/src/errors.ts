/**
 * Thrown if the database returned no result although the statement may be valid. Other errors come from `pg` unchanged.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';

  /**
   * @param reason whether the database was unavailable, the statement took too long, or too many statements were
   * waiting
   */
  constructor(
    readonly reason: 'unavailable' | 'timeout' | 'overload',
    cause?: unknown,
  ) {
    super(`no result from the database: ${reason}`, { cause });
  }
}
