import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables for cards, specs, certs, populations and their history, images and authentications, and the log of
 * imports.
 */
export class CertsCardsPopulations1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create type grader as enum ('psa', 'beckett', 'sgc', 'cgc');
      create type qualifier_type as enum ('OC', 'MC', 'ST', 'PD', 'OF', 'MK');
      create type spec_status as enum ('processing', 'unmapped');
      create type load_status as enum ('running', 'finished', 'failed');

      create table dataset (
        id smallint not null default 1 constraint dataset_pkey primary key constraint dataset_one_row check (id = 1),
        version bigint not null default 0,
        as_of date
      );
      insert into dataset default values;

      create table loads (
        id integer generated always as identity constraint loads_pkey primary key,
        directory text not null,
        status load_status not null default 'running',
        started_at timestamptz not null default now(),
        finished_at timestamptz,
        summary jsonb,
        failure text
      );

      create table cards (
        id integer generated always as identity constraint cards_pkey primary key,
        universal integer constraint cards_universal_fkey references cards (id),
        grader grader not null,
        card_id bytea not null constraint cards_card_id_length check (octet_length(card_id) = 20),
        spec_id text,
        grader_id2 text,
        description text not null,
        category text not null default '',
        year text not null default '',
        set_name text not null default '',
        name text not null default '',
        card_number text not null default '',
        parallel text,
        subset text,
        set_url text
      );
      create unique index cards_card_id_key on cards (card_id);
      create unique index cards_universal_grader_key on cards (universal, grader) where universal is not null;
      create index cards_grader_spec_id_idx on cards (grader, spec_id) where spec_id is not null;

      create table specs (
        grader grader not null,
        spec_id text not null,
        grader_id2 text not null default '',
        status spec_status not null,
        constraint specs_pkey primary key (grader, spec_id, grader_id2)
      );

      -- Certs and populations refer to cards.id without a foreign key. Only the import writes these rows. It joins
      -- every row with its card and never deletes cards. Checking foreign keys would triple the duration of an import.
      create table certs (
        grader grader not null,
        cert text not null,
        card integer,
        grade smallint,
        qualifier smallint,
        qualifier_type qualifier_type,
        has_auto_grade boolean not null default false,
        retrieved_month date,
        centering real,
        corners real,
        edges real,
        surface real,
        grade_label text,
        auto_grade_label text,
        description text,
        constraint certs_pkey primary key (grader, cert)
      ) partition by list (grader);
      create table certs_psa partition of certs for values in ('psa');
      create table certs_beckett partition of certs for values in ('beckett');
      create table certs_sgc partition of certs for values in ('sgc');
      create table certs_cgc partition of certs for values in ('cgc');

      create table populations (
        card integer not null constraint populations_pkey primary key,
        grades integer[] not null,
        qualifiers integer[] not null,
        auto_grades integer[] not null,
        auto_qualifiers integer[] not null,
        total integer not null,
        gem_total integer not null,
        first_recorded date not null,
        updated_on date not null,
        changed_on date not null
      );

      create table population_history (
        card integer not null,
        recorded_on date not null,
        grades integer[] not null,
        qualifiers integer[] not null,
        constraint population_history_pkey primary key (card, recorded_on)
      ) partition by range (recorded_on);

      create table images (
        grader grader not null,
        cert text not null,
        image_front text,
        image_back text,
        constraint images_pkey primary key (grader, cert)
      );

      create table authentications (
        cert text not null constraint authentications_pkey primary key,
        description text not null,
        result text not null,
        primary_subjects text[] not null default '{}',
        other_subjects text[] not null default '{}',
        retrieved_month date
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table authentications, images, population_history, populations, certs, specs, cards, loads, dataset;
      drop type load_status, spec_status, qualifier_type, grader;
    `);
  }
}
