import { Command } from 'commander';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

/** `gcd catalogs`: what can be downloaded. */
export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('Lists the catalogs that can be downloaded, and whether the key may.')
    .addHelpText('after', '\nExample:\n  $ gcd catalogs')
    .action(async (settings: Settings) => {
      const catalogs = await clientOf(settings).listCatalogs();
      const rows = catalogs.map(({ change_cursor: _, ...row }) => row);
      print(settings.output, rows, catalogs);
    });
}
