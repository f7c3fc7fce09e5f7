import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

/** Adds the names of sets and cards as people write them. `admin migrate` fills the columns. */
export class DisplayNames1797000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sets add column display_name text; -- the common name, such as 1999 Base Set
      alter table set_cards add column display_name text, -- such as Charizard, 1st Edition, 1999 Base Set #4
        add column parallel text not null default ''; -- in normal case; empty for the base card
      grant select on set_cards to ${ROLES.certs};
      grant select on sets, set_cards to ${ROLES.search};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      revoke select on set_cards from ${ROLES.certs};
      revoke select on sets, set_cards from ${ROLES.search};
      alter table sets drop column display_name;
      alter table set_cards drop column display_name, drop column parallel;
    `);
  }
}
