import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates the table for leased quotas. The gateway may insert and update rows, but may not delete them or write to
 * other tables.
 */
export class Quotas1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table quota_ceilings (
        account integer not null,
        bucket text not null,
        period_start timestamptz not null,
        ceiling bigint not null constraint quota_ceilings_positive check (ceiling >= 0),
        granted bigint not null,
        constraint quota_ceilings_pkey primary key (account, bucket, period_start),
        constraint quota_ceilings_account_fkey foreign key (account) references accounts (id)
      );
      grant select, insert, update on quota_ceilings to ${ROLES.gateway};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table quota_ceilings');
  }
}
