import { Command } from 'commander';
import type { FoundCard, SearchFilter } from '../../types.js';
import { grader, wholeNumber } from '../arguments.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

/** `gcd search`: cards by words. */
export function searchCommand(): Command {
  return new Command('search')
    .description('Finds cards by the words that collectors type, most relevant first.')
    .argument('<words...>', 'for example: 1999 charizard holo')
    .option('-n, --limit <n>', 'most cards', wholeNumber(1, 100), 10)
    .option('--category <category>', 'only cards of this category')
    .option('--year <year>', 'only cards of this year, or of the season that begins in it')
    .option('-g, --grader <grader>', 'only cards that this grader has graded', grader)
    .addHelpText(
      'after',
      '\nExamples:\n  $ gcd search 1999 charizard --limit 20 --output csv\n  $ gcd search charizard --category pokemon --year 1999',
    )
    .action(async (words: string[], settings: Settings & SearchFilter & { limit: number }) => {
      const found: FoundCard[] = [];
      const { category, year, grader: only } = settings;
      const filter = { category, year, grader: only };
      for await (const card of clientOf(settings).searchCards(words.join(' '), filter)) {
        found.push(card);
        if (found.length === settings.limit) break;
      }
      const rows = found.map((card) => ({
        copies: card.total_population,
        gems: card.gem_total,
        graders: card.graders_included.join(' '),
        description: card.description,
        card_id: card.universal_card_id ?? card.card_id,
      }));
      print(settings.output, rows, found);
    });
}
