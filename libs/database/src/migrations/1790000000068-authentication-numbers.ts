import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets clients find authentication records by a number without hyphens or leading zeros. */
export class AuthenticationNumbers1790000000068 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index authentications_bare_idx on authentications (ltrim(replace(cert, '-', ''), '0'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index authentications_bare_idx');
  }
}
