import { Command } from 'commander';
import type { CardSet } from '../../types.js';
import { wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { print, type Row } from '../output.js';
import { firstItems } from '../pages.js';
import { clientOf, type Settings } from '../settings.js';

interface SetsSettings extends Settings {
  readonly category?: string;
  readonly year?: string;
  readonly limit: number;
}

export function setsCommand(): Command {
  return new Command('sets')
    .description('List sets with their totals, most graded first.')
    .argument('[words...]', 'words of the category, year and name')
    .option('-c, --category <category>', 'only this category')
    .option('-y, --year <year>', 'only this year, such as 1999 or 2023-24')
    .option('-n, --limit <n>', 'maximum number of sets', wholeNumber(1, 1000), 20)
    .addHelpText('after', examples('gcd sets pokemon --year 1999 --output csv'))
    .action(async (words: string[], { category, year, limit, ...settings }: SetsSettings) => {
      const client = clientOf(settings);
      const query = words.join(' ') || undefined;
      const sets = await firstItems(limit, (page) =>
        client.listSets({ query, category, year, page }),
      );
      print(settings.output, sets.map(setRow), sets);
    });
}

export function setRow(set: CardSet): Row {
  return {
    copies: set.total_population,
    gems: set.gem_total,
    cards: set.cards,
    category: set.category,
    year: set.year,
    set: set.set_name,
    graders: set.graders_included.join(' '),
    set_id: set.set_id,
  };
}
