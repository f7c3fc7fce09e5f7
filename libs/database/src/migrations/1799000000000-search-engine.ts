import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the list of cards to send to OpenSearch. It stays empty if search does not use OpenSearch. */
export class SearchEngine1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table search_index add column uses_engine boolean not null default false;

      -- Cards whose rows in search_cards were added, changed or removed since they were last sent.
      create table search_pending (
        card integer not null constraint search_pending_pkey primary key
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table search_pending;
      alter table search_index drop column uses_engine;
    `);
  }
}
