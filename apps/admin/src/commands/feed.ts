import { Command } from 'commander';
import { jsonOption, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { publishDatasetChanged } from '../publish-event.js';

interface RestoredOptions {
  safe?: number;
  json?: boolean;
}

export function feedCommand(): Command {
  return new Command('feed').description('Manages the change feed.').addCommand(restoredCommand());
}

function restoredCommand(): Command {
  return new Command('restored')
    .description(
      'Starts a new epoch of the change feed. Run it after you restore the database and before the first import. Clients whose cursors lie beyond the end of the restored feed then continue from its end.',
    )
    .option(
      '--safe <seq>',
      'last sequence number that the restore preserved, if imports have run since; 0 makes clients start over (default: the current last sequence number)',
      wholeNumber(0),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin feed restored')
    .action(async ({ safe, json }: RestoredOptions) => {
      const epoch = await withDatabase(async (database) => {
        const [row] = await database.query('select begin_feed_epoch($1) as epoch', [safe ?? null]);
        await publishDatasetChanged(database);
        return Number(row.epoch);
      });
      print(json, { epoch }, () => `Started epoch ${epoch} of the change feed.`);
    });
}
