import { Command } from 'commander';
import type { GraderName } from '../../types.js';
import { cardId, grader } from '../arguments.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { clientOf, type Settings } from '../settings.js';

export function populationCommand(): Command {
  return new Command('population')
    .description('Show the graded copies of a card by grader and grade.')
    .argument('<card_id>', 'universal card id, or the id of a grader card', cardId)
    .option('-g, --grader <grader>', 'only this grader: psa, beckett, sgc or cgc', grader)
    .option('--all', 'include grades without copies')
    .addHelpText(
      'after',
      examples('gcd population 85c82c158cac20785082526b3bb6248031db6a66 --grader psa'),
    )
    .action(async (id: string, settings: Settings & { grader?: GraderName; all?: true }) => {
      const card = await clientOf(settings).getCardPopulation(id, { grader: settings.grader });
      const rows = Object.entries(card.population.population_data.by_grader).flatMap(
        ([name, { grades, qualifiers, total }]) =>
          Object.entries({ ...grades, ...qualifiers })
            .filter(([, copies]) => settings.all || copies > 0)
            .map(([grade, copies]) => ({
              grader: name,
              grade,
              copies,
              percent: total > 0 ? Math.round((copies / total) * 1000) / 10 : 0,
            })),
      );
      print(settings.output, rows, card);
    });
}
