import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ROLES } from '../roles.js';

const GRANTS: Record<keyof typeof ROLES, string> = {
  gateway: 'dataset, plans, accounts, api_keys',
  certs: 'dataset, cards, certs, populations, images, authentications',
  cards: 'dataset, cards, specs, populations, population_history',
  search: 'dataset, cards, populations',
  changes: 'dataset, cards',
  catalogs: 'dataset, cards',
};

/**
 * Creates one role for each app, with read access to the data that the app needs. A role belongs to the whole server,
 * so the migration of another database may have created it already, or may be creating it now. The roles cannot log in
 * until they get a password.
 */
export class Roles1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('revoke all on schema public from public');
    for (const [app, tables] of Object.entries(GRANTS)) {
      const role = ROLES[app as keyof typeof ROLES];
      await runner.query(`
        do $$ begin
          create role ${role} login;
        exception when duplicate_object or unique_violation then null;
        end $$;
        -- Let the owner assume the role, because apps may have no credentials of their own.
        do $$ begin
          grant ${role} to current_user;
        exception when insufficient_privilege then null;
        end $$;
        grant usage on schema public to ${role};
        grant select on ${tables} to ${role};
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const role of Object.values(ROLES)) {
      await runner.query(`
        revoke all on all tables in schema public from ${role};
        revoke usage on schema public from ${role};
      `);
    }
  }
}
