import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { saveCatalog } from '../../node.js';
import type { Catalog } from '../../types.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { CliError } from '../cli-error.js';
import { clientOf, type Settings } from '../settings.js';

interface CatalogSettings extends Settings {
  readonly to?: string;
  readonly force?: true;
  readonly populations?: true;
}

/** `gcd catalog`: every card of a catalog. */
export function catalogCommand(): Command {
  return new Command('catalog')
    .description('Downloads every card of a catalog as CSV.')
    .addArgument(new Argument('<catalog>', 'which').choices(['psa', 'pokemon', 'all']))
    .option('-t, --to <file>', 'where to (default: CATALOG.csv, or CATALOG-populations.csv)')
    .option('--force', 'in place of a file that is there')
    .option('--populations', 'the counts by grade of each card, instead of the cards')
    .addHelpText(
      'after',
      `
The file appears when it is whole. Stopped in the middle, the same command goes on where it was.

Example:
  $ gcd catalog pokemon --to pokemon.csv`,
    )
    .action(async (catalog: Catalog, settings: CatalogSettings) => {
      const populations = settings.populations ?? false;
      const file = settings.to ?? `${catalog}${populations ? '-populations' : ''}.csv`;
      if (existsSync(file) && !settings.force) {
        throw new CliError(`There is a file ${file} already: --force to replace it.`);
      }
      const progress = startProgress('bytes', settings.quiet ?? false);
      try {
        const bytes = await saveCatalog(clientOf(settings), catalog, file, {
          populations,
          onProgress: progress.report,
        });
        progress.stop();
        print(settings.output, [{ file, bytes }], { file, bytes });
      } finally {
        progress.stop();
      }
    });
}
