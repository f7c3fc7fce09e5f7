/**
 * The database returned no result for a statement that may be valid. The `pg` library reports all other
 * errors.
 */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';

  /**
   * @param reason the database was unavailable, the statement took too long, or too many statements were
   * waiting
   */
  constructor(
    readonly reason: 'unavailable' | 'timeout' | 'overload',
    cause?: unknown,
  ) {
    super(`no result from the database: ${reason}`, { cause });
  }
}
