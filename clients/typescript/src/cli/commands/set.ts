import { Command, Option } from 'commander';
import { cardId, wholeNumber } from '../arguments.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { firstItems } from '../pages.js';
import { clientOf, type Settings } from '../settings.js';
import { setRow } from './sets.js';

const SORTS = [
  ...['number', 'name', 'population', 'gem_total', 'gem_rate'],
  ...['psa', 'beckett', 'sgc', 'cgc'],
] as const;

interface SetSettings extends Settings {
  readonly cards?: true;
  readonly sort: (typeof SORTS)[number];
  readonly order?: 'asc' | 'desc';
  readonly parallel?: string;
  readonly gem: boolean;
  readonly limit: number;
}

export function setCommand(): Command {
  return new Command('set')
    .description('Show the totals of a set, or its cards.')
    .argument('<set_id>', 'id of the set, as printed by "gcd sets"', cardId)
    .option('--cards', 'list the cards of the set')
    .addOption(new Option('--sort <sort>', 'order of the cards').choices(SORTS).default('number'))
    .addOption(new Option('--order <order>', 'direction of the order').choices(['asc', 'desc']))
    .option('--parallel <parallel>', 'only cards of this parallel; "" for the base cards')
    .option('--no-gem', 'only cards without gem copies')
    .option('-n, --limit <n>', 'maximum number of cards', wholeNumber(1, 100_000), 1000)
    .addHelpText(
      'after',
      examples(
        'gcd set 375017c0baf54ba373cfaf35182151c1cc73f3a3 --cards --output csv',
        'gcd set 375017c0baf54ba373cfaf35182151c1cc73f3a3 --cards --parallel "1st Edition" --sort population --order asc',
      ),
    )
    .action(
      async (
        id: string,
        { cards, sort, order, parallel, gem, limit, ...settings }: SetSettings,
      ) => {
        const client = clientOf(settings);
        if (!cards) {
          const set = await client.getSet(id);
          const row = { ...setRow(set), last_change: set.last_population_change };
          return print(settings.output, [row], set);
        }
        const found = await firstItems(limit, (page) =>
          client.listSetCards(id, { sort, order, parallel, ...(!gem && { has_gem: false }), page }),
        );
        const rows = found.map((card) => ({
          number: card.parsed_description.card_number,
          name: card.parsed_description.name,
          parallel: card.parsed_description.parallel,
          copies: card.total_population,
          gems: card.gem_total,
          card_id: card.universal_card_id ?? card.card_id,
        }));
        print(settings.output, rows, found);
      },
    );
}
