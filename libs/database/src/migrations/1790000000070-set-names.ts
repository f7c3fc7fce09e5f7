import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Empties the tables of sets, so that `admin migrate` fills them again with the names that every grader gives a set. Each
 * element of `name_terms` is then one name: its terms, separated by spaces.
 */
export class SetNames1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('truncate sets, set_cards');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('truncate sets, set_cards');
  }
}
