import { Command } from 'commander';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { rebuildSearch } from '../search/rebuild.js';
import { asOnlyWriter, inTransaction } from '../writer.js';

/** `admin search` */
export function searchCommand(): Command {
  const search = new Command('search').description('Keeps what search looks in.');
  search
    .command('rebuild')
    .description(
      'Makes it anew, most popular cards first. Loads keep it up to date; this brings cards back in order after many. ' +
        'Searches are answered meanwhile.',
    )
    .option('--no-wait', 'refuse when a load is under way, instead of waiting for it')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin search rebuild')
    .action(rebuild);
  return search;
}

async function rebuild({ wait, json }: { wait: boolean; json?: boolean }): Promise<void> {
  const progress = startProgress();
  const started = performance.now();
  const onWait = wait ? () => progress.report('waiting for a load') : undefined;
  const cards = await withDatabase((database) =>
    asOnlyWriter(database, onWait, (client) =>
      inTransaction(client, () => rebuildSearch(client, progress)),
    ),
  ).finally(() => progress.stop());
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  print(json, { cards, seconds }, () => `${cards.toLocaleString('en')} cards, ${seconds} s`);
}
