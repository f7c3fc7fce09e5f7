import { Command, Option } from 'commander';
import { wholeNumber } from '../arguments.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

interface MoversSettings extends Settings {
  readonly window: 'week' | 'month';
  readonly metric: 'copies' | 'gems';
  readonly category?: string;
  readonly limit: number;
}

/** `gcd movers`: the cards to which the most copies were added lately. */
export function moversCommand(): Command {
  return new Command('movers')
    .description('Lists the cards to which the most copies were added lately.')
    .addOption(
      new Option('-w, --window <window>', 'days that end at the newest date in the data')
        .choices(['week', 'month'])
        .default('week'),
    )
    .addOption(
      new Option('-m, --metric <metric>', 'what to count')
        .choices(['copies', 'gems'])
        .default('copies'),
    )
    .option('-c, --category <category>', 'only this one')
    .option('-n, --limit <n>', 'most cards', wholeNumber(1, 100), 20)
    .addHelpText('after', '\nExample:\n  $ gcd movers --window month --metric gems')
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
