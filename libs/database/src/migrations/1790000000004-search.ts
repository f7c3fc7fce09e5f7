import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates the search index, with one row for each card and its matched grader cards. Each popularity tier has its own
 * index, and the tier of the most popular cards is searched first. A search is therefore fast even if half of all cards
 * contain the word.
 */
export class Search1790000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_index (
        id smallint not null default 1 constraint search_index_pkey primary key
          constraint search_index_one_row check (id = 1),
        terms_version integer not null default 0,
        tier_bounds integer[] not null default '{0,0}'
      );
      insert into search_index default values;

      create table search_cards (
        card integer not null constraint search_cards_pkey primary key,
        tier smallint not null,
        popularity integer not null,
        terms tsvector not null,
        entries text not null
      ) with (fillfactor = 90);
      create index search_cards_tier_0_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 0;
      create index search_cards_tier_1_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 1;
      create index search_cards_tier_2_idx on search_cards using gin (terms) with (fastupdate = off) where tier = 2;

      grant select on search_cards to ${ROLES.search};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table search_cards, search_index');
  }
}
