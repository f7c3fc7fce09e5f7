import { Command, Option } from 'commander';
import { wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

interface MoversSettings extends Settings {
  readonly window: 'week' | 'month';
  readonly metric: 'copies' | 'gems';
  readonly category?: string;
  readonly limit: number;
}

export function moversCommand(): Command {
  return new Command('movers')
    .description('List the cards that gained the most copies recently.')
    .addOption(
      new Option('-w, --window <window>', 'period that ends on the latest day in the data')
        .choices(['week', 'month'])
        .default('week'),
    )
    .addOption(
      new Option('-m, --metric <metric>', 'count all copies, or gem copies only')
        .choices(['copies', 'gems'])
        .default('copies'),
    )
    .option('-c, --category <category>', 'only this category')
    .option('-n, --limit <n>', 'maximum number of cards', wholeNumber(1, 100), 20)
    .addHelpText('after', examples('gcd movers --window month --metric gems'))
    .action(async ({ window, metric, category, limit, ...settings }: MoversSettings) => {
      const movers = await clientOf(settings).listMovers({ window, metric, category });
      const found = movers.results.slice(0, limit);
      const rows = found.map((card) => ({
        added: card.added,
        copies: card.total_population,
        gems: card.gem_total,
        description: card.description,
        card_id: card.universal_card_id ?? card.card_id,
      }));
      print(settings.output, rows, found);
    });
}
