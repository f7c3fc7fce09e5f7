import { migrate } from '@gcd/database';
import { Command } from 'commander';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { rebuildOutdated } from '../search/rebuild.js';

/** `admin migrate` */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Brings the database schema up to date. Safe from several places at once.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin migrate')
    .action(async ({ json }: { json?: boolean }) => {
      const progress = startProgress();
      const ran = await withDatabase(async (database) => {
        const names = await migrate(database);
        await rebuildOutdated(database, progress);
        return names;
      }).finally(() => progress.stop());
      print(json, { migrations: ran }, () =>
        ran.length ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.',
      );
    });
}
