import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets clients find certs by their number without hyphens or leading zeros. Only certs whose printed number contains
 * hyphens or leading zeros are in the index; all others are found by the primary key.
 */
export class BareCertNumbers1790000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index certs_bare_idx on certs (ltrim(replace(cert, '-', ''), '0')) where cert like '%-%' or cert like '0%'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index certs_bare_idx');
  }
}
