import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/** Lets the certs service read the history, from which it computes the growth of a population. */
export class HistoryForCerts1790000000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`grant select on population_history, population_years to ${ROLES.certs}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`revoke select on population_history, population_years from ${ROLES.certs}`);
  }
}
