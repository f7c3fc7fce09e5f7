import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets clients find certs by a number without hyphens or leading zeros. The index contains only certs whose printed
 * number has hyphens or leading zeros. Other certs are found by the primary key.
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
