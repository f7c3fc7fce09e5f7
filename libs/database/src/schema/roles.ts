import { ROLES } from '../roles.js';

/** What each app may read. The gateway may also lease quotas; nothing else may be written. */
const GRANTS: Record<keyof typeof ROLES, readonly string[]> = {
  gateway: [
    'select on dataset, plans, accounts, api_keys, quota_ceilings',
    'insert, update on quota_ceilings',
  ],
  certs: [
    'select on dataset, cards, certs, images, authentications',
    'select on populations, latest_populations, population_history',
  ],
  cards: [
    'select on dataset, cards, specs, sets, set_cards, movers',
    'select on populations, latest_populations, population_history',
  ],
  search: ['select on dataset, cards, populations, search_cards, search_index, search_terms'],
  changes: [
    'select on dataset, card_changes, feed_days, feed_epochs, feed_head',
    'select (id, card_id, universal, grader) on cards',
    'select (card, total, gem_total) on populations',
  ],
  catalogs: ['select on dataset, cards'],
};

/**
 * Creates a role for each app. A role belongs to the whole server, so the migration of another database may have
 * created it already, or may be creating it now. The roles cannot log in until they get a password.
 */
const createRole = (role: string): string => `
  do $$ begin
    create role ${role} login;
  exception when duplicate_object or unique_violation then null;
  end $$;
  -- Let the owner assume the role, because apps may have no credentials of their own.
  do $$ begin
    grant ${role} to current_user;
  exception when insufficient_privilege then null;
  end $$;
  grant usage on schema public to ${role};`;

/** Returns the SQL that creates the roles of all apps and grants them what they need. */
export function roles(): string {
  const statements = ['revoke all on schema public from public;'];
  for (const [app, grants] of Object.entries(GRANTS)) {
    const role = ROLES[app as keyof typeof ROLES];
    statements.push(createRole(role), ...grants.map((grant) => `grant ${grant} to ${role};`));
  }
  return statements.join('\n');
}
