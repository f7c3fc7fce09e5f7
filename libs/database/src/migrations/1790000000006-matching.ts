import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records whether an operator or the matcher matched a card. The matcher may change its own decisions, but not manual
 * ones. The next migration fills the column for existing matches.
 */
export class Matching1790000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create type match_source as enum ('stated', 'matcher');
      alter table cards add column matched_by match_source;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table cards drop column matched_by; drop type match_source');
  }
}
