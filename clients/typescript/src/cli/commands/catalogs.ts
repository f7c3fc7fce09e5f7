import { Command } from 'commander';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function catalogsCommand(): Command {
  return new Command('catalogs')
    .description('List the catalogs, and whether your key can download them.')
    .addHelpText('after', examples('gcd catalogs'))
    .action(async (settings: Settings) => {
      const catalogs = await clientOf(settings).listCatalogs();
      const rows = catalogs.map(({ change_cursor: _, ...row }) => row);
      print(settings.output, rows, catalogs);
    });
}
