import type { MigrationInterface, QueryRunner } from 'typeorm';

const ROWS = 10_000;

/** Sets the source of existing matches, which were made before sources were recorded, to `stated`. */
export class MatchSourceBackfill1790000000007 implements MigrationInterface {
  /** Each batch is committed separately. If the migration is interrupted, it resumes with the remaining rows. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [{ last }] = await runner.query('select coalesce(max(id), 0) as last from cards');
    for (let from = 0; from < last; from += ROWS) {
      await runner.query(
        `update cards set matched_by = 'stated'
         where id > $1 and id <= $2 and universal is not null and matched_by is null`,
        [from, from + ROWS],
      );
    }
  }

  async down(): Promise<void> {
    // Reverting does nothing, because the values are also valid in the previous schema.
  }
}
