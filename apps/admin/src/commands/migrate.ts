import { migrate, OTHER_WRITER } from '@gcd/database';
import { READER } from '@gcd/database/roles';
import { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { rebuildOutdated } from '../search/rebuild.js';
import { fillEmptySets } from '../sets/fill.js';
import { WAITING } from '../writer.js';

const HELP = `
Services can keep reading meanwhile. If several processes run this command at once, one of them migrates and the others
wait. The command waits while ${OTHER_WRITER}
is running, and for transactions that use a table it alters. It prints the reason for waiting to standard error. If it
is interrupted, run it again to continue. After an upgrade that changes search terms, it rebuilds the search table.
If there are cards but no sets, it computes sets and movers. If the role may, it also creates the extension
pg_stat_statements, and grants pg_monitor to ${READER}, the role of \`admin sql\`.
Example:
$ admin migrate`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Brings the database schema up to date.')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async ({ json }: { json?: boolean }) => {
      const progress = startProgress();
      let hasWaited = false;
      const onWait = (reason: string): void => {
        // Print the first reason for waiting immediately, because the progress output shows reasons only every few
        // seconds.
        if (!hasWaited) process.stderr.write(`${reason}\n`);
        hasWaited = true;
        progress.report(reason);
      };
      const ran = await withDatabase(async (database) => {
        const names = await migrate(database, onWait);
        await showStatements(database);
        const onWriter = () => onWait(WAITING);
        await rebuildOutdated(database, progress, onWriter);
        await fillEmptySets(database, progress, onWriter);
        return names;
      }).finally(() => progress.stop());
      print(json, { migrations: ran }, () =>
        ran.length ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.',
      );
    });
}

/**
 * Lets `admin sql` show the statements of all roles. The owner of a database may lack the permissions for this, or the
 * server the extension: then the error is printed, and nothing else depends on it.
 */
async function showStatements(database: DataSource): Promise<void> {
  for (const statement of [
    'create extension if not exists pg_stat_statements',
    `grant pg_monitor to ${READER}`,
  ]) {
    await database.query(statement).catch((error: Error) => {
      process.stderr.write(`\`admin sql\` shows less: \`${statement}\` failed: ${error.message}\n`);
    });
  }
}
