import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who decided on the match of a card: the matcher may change its own decisions, never what was stated. The next migration fills it. */
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
