import type { MigrationInterface, QueryRunner } from 'typeorm';

const ROWS = 10_000;

/** Cards matched before match sources were recorded were matched by `matches.csv`. */
export class MatchSourceBackfill1790000000007 implements MigrationInterface {
  /** Each batch commits on its own. An interrupted migration resumes with the remaining rows. */
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
    // The values are valid under the previous schema, too.
  }
}
