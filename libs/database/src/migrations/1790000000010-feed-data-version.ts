import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/** Lets the changes service read the data version that a page of the feed reflects. */
export class FeedDataVersion1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`grant select on dataset to ${ROLES.changes}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`revoke select on dataset from ${ROLES.changes}`);
  }
}
