import { Command } from 'commander';
import { cardId } from '../arguments.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function cardCommand(): Command {
  return new Command('card')
    .description('Show a card and its total population.')
    .argument('<card_id>', 'universal card id, or the id of a grader card', cardId)
    .option('--growth', 'add the copies added in the last week, month, quarter and year')
    .addHelpText('after', examples('gcd card 85c82c158cac20785082526b3bb6248031db6a66 --growth'))
    .action(async (id: string, settings: Settings & { growth?: true }) => {
      const card = await clientOf(settings).getCard(id, settings.growth && { include: 'growth' });
      const { week, month, quarter, year: added_year } = card.growth ?? {};
      const { year, set_name, name, card_number, parallel } = card.parsed_description;
      const row = {
        card_id: card.universal_card_id ?? card.card_id,
        year,
        set: set_name,
        name,
        number: card_number,
        parallel,
        copies: card.total_population,
        gems: card.gem_total,
        graders: card.graders_included.join(' '),
        ...(settings.growth && {
          added_week: week?.total,
          added_month: month?.total,
          added_quarter: quarter?.total,
          added_year: added_year?.total,
        }),
      };
      print(settings.output, [row], card);
    });
}
