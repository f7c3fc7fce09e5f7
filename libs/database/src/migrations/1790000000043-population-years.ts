import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/**
 * Creates `population_years`, which stores the history of closed years in a compact form. Also creates the function
 * `population_changes`, which returns the whole history of a card as rows.
 */
export class PopulationYears1790000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table population_years (
        card integer not null,
        year smallint not null,
        changes text not null,
        constraint population_years_pkey primary key (card, year)
      );

      create function population_changes(of_card integer)
      returns table (card integer, recorded_on date, grades integer[], qualifiers integer[])
      language sql stable as $$
        select card, recorded_on, grades, qualifiers from population_history where card = of_card
        union all
        select card, split_part(change, ' ', 1)::date, split_part(change, ' ', 2)::integer[],
          split_part(change, ' ', 3)::integer[]
        from population_years cross join unnest(string_to_array(changes, ';')) change
        where card = of_card
      $$;

      grant select on population_years to ${ROLES.cards};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      with packed as (delete from population_years returning *)
      insert into population_history (card, recorded_on, grades, qualifiers)
      select card, split_part(change, ' ', 1)::date, split_part(change, ' ', 2)::integer[],
        split_part(change, ' ', 3)::integer[]
      from packed cross join unnest(string_to_array(changes, ';')) change;
      drop function population_changes;
      drop table population_years;
    `);
  }
}
