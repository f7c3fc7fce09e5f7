import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates `population_dates`, which stores the dates on which unchanged counts were imported again. Also creates the
 * view `latest_populations`, which combines this table with `populations`. The table is empty at first. A card without
 * a date in this table has the date in `populations`, which earlier releases update.
 */
export class PopulationDates1790000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Leave half of each page free, so that an update of all rows does not enlarge the table.
      create table population_dates (
        block integer not null constraint population_dates_pkey primary key,
        updated_on date[] not null
      ) with (fillfactor = 50);

      create view latest_populations as
        select p.card, p.grades, p.qualifiers, p.auto_grades, p.auto_qualifiers, p.total, p.gem_total,
          p.first_recorded, greatest(p.updated_on, d.updated_on[(p.card & 255) + 1]) as updated_on, p.changed_on
        from populations p left join population_dates d on d.block = p.card >> 8;

      grant select on latest_populations to ${ROLES.certs}, ${ROLES.cards};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update populations p set updated_on = l.updated_on
      from latest_populations l where l.card = p.card and l.updated_on <> p.updated_on;
      drop view latest_populations;
      drop table population_dates;
    `);
  }
}
