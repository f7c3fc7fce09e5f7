import { Command, Option } from 'commander';
import type { SearchResult, SearchFilter } from '../../types.js';
import { grader, wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { print, printable } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function searchCommand(): Command {
  return new Command('search')
    .description('Search cards by words, most relevant first.')
    .argument('<words...>', 'year, set, name, parallel or card number, in any order')
    .option('-n, --limit <n>', 'maximum number of cards', wholeNumber(1, 100), 10)
    .addOption(
      new Option('--sort <sort>', 'order of the cards')
        .choices(['relevance', 'population'])
        .default('relevance'),
    )
    .option('--category <category>', 'only cards of this category, such as pokemon')
    .option('--year <year>', 'only cards of this year, or of the season that starts in it')
    .option(
      '-g, --grader <grader>',
      'only cards that this grader has graded: psa, beckett, sgc or cgc',
      grader,
    )
    .addHelpText(
      'after',
      `
If no card contains all the words, typos are corrected and words are dropped. The corrected query is printed to standard
error.
${examples(
  'gcd search 1999 charizard --limit 20 --output csv',
  'gcd search charizard --category pokemon --year 1999',
)}`,
    )
    .action(
      async (
        words: string[],
        settings: Settings & SearchFilter & { limit: number; sort: 'relevance' | 'population' },
      ) => {
        const { category, year, grader: only, sort, limit, quiet } = settings;
        const client = clientOf(settings);
        const all: SearchResult[] = [];
        for (let page = 1, isLast = false; !isLast && all.length < limit; page += 1) {
          const query = { query: words.join(' '), page, sort, category, year, grader: only };
          const { results, has_more, corrected_query, ignored_words } =
            await client.searchSimple(query);
          if (page === 1 && corrected_query !== undefined && !quiet) {
            process.stderr.write(`Results for "${printable(corrected_query)}"\n`);
          }
          if (page === 1 && ignored_words.length > 0 && !quiet) {
            process.stderr.write(`Ignored words: ${printable(ignored_words.join(' '))}\n`);
          }
          all.push(...results);
          isLast = !has_more;
        }
        const found = all.slice(0, limit);
        if (found.length === 0 && !quiet) process.stderr.write('No card matches.\n');
        const rows = found.map((card) => ({
          copies: card.total_population,
          gems: card.gem_total,
          graders: card.graders_included.join(' '),
          description: card.description,
          card_id: card.universal_card_id ?? card.card_id,
        }));
        print(settings.output, rows, found);
      },
    );
}
