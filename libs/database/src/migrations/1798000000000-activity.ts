import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/** Adds the copies graded per week and month. `admin migrate` fills the tables. */
export class Activity1798000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table dataset add column certs bigint not null default 0; -- number of certs
      create index recent_gains_date_idx on recent_gains (recorded_on);

      -- Copies that a grader added in a week or month. There is no row if no count changed.
      create table activity (
        period text not null, -- week or month
        starts_on date not null,
        grader grader not null,
        copies bigint not null,
        gems bigint not null,
        constraint activity_pkey primary key (period, starts_on, grader)
      );

      -- The cards, sets, names and categories to which the most copies were added in a week or month.
      create table activity_leaders (
        period text not null,
        starts_on date not null,
        kind text not null, -- card, set, name or category
        rank smallint not null,
        subject text not null, -- set_cards.card, sets.set_id in hexadecimal digits, or a name in lower case
        label text not null, -- the name for display; empty for cards and sets
        added bigint not null,
        constraint activity_leaders_pkey primary key (period, starts_on, kind, rank)
      );

      create table activity_totals (
        grader grader not null constraint activity_totals_pkey primary key,
        cards integer not null,
        copies bigint not null,
        gems bigint not null,
        first_recorded date,
        last_recorded date
      );

      grant select on activity, activity_leaders, activity_totals to ${ROLES.cards};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table activity, activity_leaders, activity_totals;
      drop index recent_gains_date_idx;
      alter table dataset drop column certs;
    `);
  }
}
