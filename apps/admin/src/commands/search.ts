import { Command } from 'commander';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { publishDatasetChanged } from '../publish-event.js';
import { rebuildSearch } from '../search/rebuild.js';
import { NO_WAIT, WAITING, withWriterLock } from '../writer.js';

export function searchCommand(): Command {
  const search = new Command('search').description('Manages the search table.');
  search
    .command('rebuild')
    .description(
      'Rebuilds the search table, ordered by popularity and set. Imports keep the table up to date; after many imports, a rebuild ' +
        'makes searches faster. The API keeps serving; imports wait for the rebuild.',
    )
    .option('--no-wait', NO_WAIT)
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin search rebuild')
    .action(rebuild);
  return search;
}

async function rebuild({ wait, json }: { wait: boolean; json?: boolean }): Promise<void> {
  const progress = startProgress();
  const started = performance.now();
  const onWait = wait ? () => progress.report(WAITING) : undefined;
  const cards = await withDatabase(async (database) => {
    const count = await withWriterLock(database, onWait, (client) =>
      rebuildSearch(client, progress),
    );
    await publishDatasetChanged(database);
    return count;
  }).finally(() => progress.stop());
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  print(json, { cards, seconds }, () => `${cards.toLocaleString('en')} cards, ${seconds} s`);
}
