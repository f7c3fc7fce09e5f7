import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames a value of the enum for match sources, without rewriting rows. */
export class ManualMatchSource1790000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter type match_source rename value 'stated' to 'manual'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter type match_source rename value 'manual' to 'stated'`);
  }
}
