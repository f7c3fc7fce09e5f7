import { ROLES } from '@gcd/database/roles';
import { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { CliError } from '../cli-error.js';
import { scramVerifier } from '../scram.js';

// Services set these parameters when they connect. A connection pooler in transaction mode does not forward them, so
// they are also set as defaults for each role.
const SETTINGS = {
  statement_timeout: '1800ms',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

const HELP = `
Run it after \`admin migrate\`, and again to change a password. Open connections are not affected. It also sets
statement_timeout, plan_cache_mode and jit of each role, which services need behind a pooler in transaction mode. Only
the owner of the database can create temporary tables afterwards.
Environment:
DATABASE_URL                URL of the database, for the role that owns it
GATEWAY_PASSWORD, CERTS_PASSWORD, CARDS_PASSWORD, SEARCH_PASSWORD, CHANGES_PASSWORD
                            passwords to set; roles without a variable keep theirs
Example:
$ CERTS_PASSWORD=… admin roles`;

export function rolesCommand(): Command {
  return new Command('roles')
    .description("Sets the passwords and settings of the apps' database roles.")
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: boolean }) => {
      const passwords = readPasswords();
      await withDatabase((database) => alterRoles(database, passwords));
      const names = [...passwords.keys()];
      print(json, { passwords: names }, () => `Passwords set: ${names.join(', ') || 'none'}.`);
    });
}

async function alterRoles(
  database: DataSource,
  passwords: ReadonlyMap<string, string>,
): Promise<void> {
  const statements = Object.values(ROLES).flatMap((role) =>
    Object.entries(SETTINGS).map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
  );
  for (const [role, password] of passwords) {
    statements.push(`alter role ${role} password '${scramVerifier(password)}'`);
  }
  // By default, every role may create temporary tables, which can fill the disk. If the current role does not own the
  // database, PostgreSQL only prints a warning.
  statements.push(`do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
  end $$`);
  await database.query(statements.join(';'));
}

/** Returns the passwords from the environment, by role. @throws CliError if one is not printable ASCII */
function readPasswords(): Map<string, string> {
  const passwords = new Map<string, string>();
  for (const [app, role] of Object.entries(ROLES)) {
    // The catalogs service does not use the database. Its role has no password, so nobody can log in with it.
    if (role === ROLES.catalogs) continue;
    const variable = `${app.toUpperCase()}_PASSWORD`;
    const password = process.env[variable];
    if (!password) continue;
    if (!/^[ -~]+$/.test(password)) throw new CliError(`${variable} must be printable ASCII.`);
    passwords.set(role, password);
  }
  return passwords;
}
