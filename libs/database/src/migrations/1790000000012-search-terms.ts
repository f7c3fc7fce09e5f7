import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates the search vocabulary: each term with the number of cards that contain it, for corrections and
 * completions.
 */
export class SearchTerms1790000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_terms (
        term text collate "C" not null constraint search_terms_pkey primary key,
        cards integer not null,
        names integer not null,
        keys integer[] not null
      );
      create index search_terms_keys_idx on search_terms using gin (keys) with (fastupdate = off) where keys <> '{}';
      create index search_terms_beginning_idx on search_terms (left(term, 2), cards desc);

      grant select on search_terms, search_index to ${ROLES.search};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `revoke select on search_index from ${ROLES.search}; drop table search_terms`,
    );
  }
}
