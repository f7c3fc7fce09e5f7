import { Command } from 'commander';
import type { ClientBase } from 'pg';
import { jsonOption, wholeNumber } from '../arguments.js';
import { CliError } from '../cli-error.js';
import { withDatabase } from '../database.js';
import { print } from '../output.js';
import { type Progress, startProgress } from '../progress.js';
import { publishDatasetChanged } from '../publish-event.js';
import { buildEngineIndex, dropEngineIndex, openSearch, updateEngine } from '../search/engine.js';
import { rebuildSearch } from '../search/rebuild.js';
import { NO_WAIT, WAITING, withWriterLock } from '../writer.js';

export function searchCommand(): Command {
  const search = new Command('search').description(
    'Manages the search table and the index in OpenSearch.',
  );
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
  search
    .command('build')
    .description(
      'Builds an index of all cards in OpenSearch (SEARCH_URL), and then makes searches use it. Continues an interrupted build. ' +
        'The API keeps serving; imports wait for the build. Afterwards, imports and matches keep the index up to date.',
    )
    .option(
      '--shards <n>',
      'number of shards; searches are fastest with one, which holds up to 50 million cards',
      wholeNumber(1, 100),
      1,
    )
    .option('--no-wait', NO_WAIT)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ SEARCH_URL=https://user:password@host:9200 admin search build',
    )
    .action(build);
  search
    .command('update')
    .description(
      'Sends the cards to OpenSearch that an import or a match could not send. It is safe to run at any time.',
    )
    .addHelpText('after', '\nExample:\n  $ admin search update')
    .action(update);
  search
    .command('drop')
    .description(
      'Deletes the index in OpenSearch. Remove SEARCH_URL from the search service first; it then uses PostgreSQL.',
    )
    .option('--no-wait', NO_WAIT)
    .addHelpText('after', '\nExample:\n  $ admin search drop')
    .action(drop);
  return search;
}

interface BuildOptions {
  shards: number;
  wait: boolean;
  json?: boolean;
}

async function build({ shards, wait, json }: BuildOptions): Promise<void> {
  const engine = openSearch();
  await withCount(json, wait, (client, progress) =>
    buildEngineIndex(client, engine, shards, progress),
  );
}

async function update(): Promise<void> {
  const progress = startProgress();
  const fail = (message: string) => {
    throw new CliError(message);
  };
  await withDatabase((database) => updateEngine(database, progress, fail)).finally(() =>
    progress.stop(),
  );
}

async function drop({ wait }: { wait: boolean }): Promise<void> {
  const engine = openSearch();
  const onWait = wait ? () => process.stderr.write(`${WAITING}\n`) : undefined;
  await withDatabase((database) =>
    withWriterLock(database, onWait, (client) => dropEngineIndex(client, engine)),
  );
}

async function rebuild({ wait, json }: { wait: boolean; json?: boolean }): Promise<void> {
  await withCount(json, wait, rebuildSearch);
}

/** Runs work that returns a number of cards, while this process holds the writer lock, and prints the number. */
async function withCount(
  json: boolean | undefined,
  wait: boolean,
  work: (client: ClientBase, progress: Progress) => Promise<number>,
): Promise<void> {
  const progress = startProgress();
  const started = performance.now();
  const onWait = wait ? () => progress.report(WAITING) : undefined;
  const cards = await withDatabase(async (database) => {
    const total = await withWriterLock(database, onWait, (client) => work(client, progress));
    await publishDatasetChanged(database);
    return total;
  }).finally(() => progress.stop());
  const seconds = Number(((performance.now() - started) / 1000).toFixed(3));
  print(json, { cards, seconds }, () => `${cards.toLocaleString('en')} cards, ${seconds} s`);
}
