/** The database returned no result for a statement that may be correct. Other errors are those of `pg`. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';

  /**
   * @param reason the database is unavailable, the statement took too long, or too many statements are waiting
   */
  constructor(
    readonly reason: 'unavailable' | 'timeout' | 'overload',
    cause?: unknown,
  ) {
    super(`no result from the database: ${reason}`, { cause });
  }
}
