import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { saveCatalog } from '../../node.js';
import type { CatalogName } from '../../types.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { startProgress } from '../progress.js';
import { CliError } from '../cli-error.js';
import { clientOf, type Settings } from '../settings.js';

interface CatalogSettings extends Settings {
  readonly to?: string;
  readonly force?: true;
  readonly populations?: true;
}

export function catalogCommand(): Command {
  return new Command('catalog')
    .description('Download every card of a catalog as CSV.')
    .addArgument(
      new Argument('<catalog>', 'name of the catalog').choices(['psa', 'pokemon', 'all']),
    )
    .option('-t, --to <file>', 'output file (default: CATALOG.csv or CATALOG-populations.csv)')
    .option('--force', 'replace an existing file')
    .option('--populations', 'download the counts by grade instead of the cards')
    .addHelpText(
      'after',
      `
The file appears once the download is complete. If the download is interrupted, run the same command again to resume it.
With --force, nothing is downloaded if the file is still the newest build, according to FILE.build.json next to it. The key needs access to the catalog: see "gcd catalogs".
${examples('gcd catalog pokemon --to pokemon.csv', 'gcd catalog pokemon --populations')}`,
    )
    .action(async (catalog: CatalogName, settings: CatalogSettings) => {
      const populations = settings.populations ?? false;
      const file = settings.to ?? `${catalog}${populations ? '-populations' : ''}.csv`;
      if (existsSync(file) && !settings.force) {
        throw new CliError(`The file ${file} already exists. Use --force to replace it.`);
      }
      const progress = startProgress('bytes', settings.quiet ?? false);
      try {
        const { size: bytes } = await saveCatalog(clientOf(settings), catalog, file, {
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
