import { Command } from 'commander';
import { jsonOption, wholeNumber } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print, table } from '../output.js';
import { startProgress } from '../progress.js';
import { prune, type Retention } from '../prune.js';
import { NO_WAIT, WAITING, withWriterLock } from '../writer.js';

// Minimum retention period in years. It must cover the three years of history that the API serves.
const MIN_HISTORY_YEARS = 3;
const MIN_QUOTA_DAYS = 1;

const HELP = `
Removes data that no response can contain and nothing refers to:
- counts from before the retention period, except those that were current when it starts;
- quota periods that ended before their retention period;
- days of the change feed that \`since\` cannot reach. The feed itself is never pruned: it has one row per card, and
every cursor stays valid.
Imports wait until the command ends; the API keeps serving.
Example:
$ admin prune --history-years 4`;

export function pruneCommand(): Command {
  return new Command('prune')
    .description('Deletes data that is older than its retention period.')
    .option(
      '--history-years <n>',
      'years of population history to keep, counted back from the latest date',
      wholeNumber(MIN_HISTORY_YEARS, 100),
      MIN_HISTORY_YEARS + 1,
    )
    .option(
      '--quota-days <n>',
      'days to keep a quota period after its end',
      wholeNumber(MIN_QUOTA_DAYS, 36_500),
      400,
    )
    .option('--no-wait', NO_WAIT)
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(run);
}

async function run({
  wait,
  json,
  ...retention
}: Retention & { wait: boolean; json?: boolean }): Promise<void> {
  const progress = startProgress();
  const onWait = wait ? () => progress.report(WAITING) : undefined;
  const pruned = await withDatabase((database) =>
    withWriterLock(database, onWait, (client) => prune(client, retention, progress)),
  ).finally(() => progress.stop());
  print(json, pruned, () => table(['removed', 'rows'], Object.entries(pruned)));
}
