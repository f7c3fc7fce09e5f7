/**
 * Thrown if the database returned no result even though the statement may be valid. All other errors come from `pg`.
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
