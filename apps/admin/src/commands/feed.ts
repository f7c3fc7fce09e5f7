import { Command } from 'commander';
import { jsonOption, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';

interface RestoredOptions {
  safe?: number;
  json?: boolean;
}

/** `admin feed …` */
export function feedCommand(): Command {
  return new Command('feed').description('The feed of changes.').addCommand(restoredCommand());
}

function restoredCommand(): Command {
  return new Command('restored')
    .description(
      'Run it after the database was restored, before the first load: readers who have read further than it reaches go back.',
    )
    .option(
      '--safe <seq>',
      'the last place that was not lost, if anything was loaded since; 0: readers begin at the beginning (default: the newest place)',
      wholeNumber(0),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin feed restored')
    .action(async ({ safe, json }: RestoredOptions) => {
      const epoch = await withDatabase(async (database) => {
        const [row] = await database.query('select begin_feed_epoch($1) as epoch', [safe ?? null]);
        return Number(row.epoch);
      });
      print(json, { epoch }, () => `Epoch ${epoch} of the feed has begun.`);
    });
}
