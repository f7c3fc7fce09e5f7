import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates the four tables for sets and their totals, and for the cards whose population grew most recently. Imports and
 * changes of matches update the tables. If the database already contains cards, `admin migrate` fills the tables.
 */
export class SetsAndMovers1790000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sets (
        set_id bytea not null constraint sets_pkey primary key
          constraint sets_set_id_length check (octet_length(set_id) = 20),
        category text not null default '',
        year text not null default '',
        set_name text not null default '',
        category_key text not null,
        year_key text not null,
        name_terms text[] not null,
        terms tsvector not null,
        cards integer not null default 0,
        total_population bigint not null default 0,
        gem_total bigint not null default 0,
        graders smallint not null default 0,
        changed_on date
      );
      create index sets_terms_idx on sets using gin (terms) with (fastupdate = off);

      create table set_cards (
        card integer not null constraint set_cards_pkey primary key,
        set_id bytea not null,
        number_key text collate "C" not null,
        total integer not null,
        gem_total integer not null,
        graders smallint not null,
        changed_on date
      );
      create index set_cards_number_idx on set_cards (set_id, number_key, total desc, card);
      create index set_cards_population_idx on set_cards (set_id, total desc, number_key, card);

      create table recent_gains (
        recorded_on date not null,
        card integer not null,
        copies integer not null,
        gems integer not null,
        constraint recent_gains_pkey primary key (card, recorded_on)
      );

      create table movers (
        period text not null,
        metric text not null,
        category_key text not null,
        rank smallint not null,
        card integer not null,
        added integer not null,
        constraint movers_pkey primary key (category_key, period, metric, rank)
      );

      grant select on sets, set_cards, movers to ${ROLES.cards};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table movers, recent_gains, set_cards, sets');
  }
}
