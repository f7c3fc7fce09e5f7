import { Command, Option } from 'commander';
import type { GraderName } from '../../types.js';
import { cardId, grader } from '../arguments.js';
import { chart } from '../chart.js';
import { print } from '../output.js';
import { CliError } from '../cli-error.js';
import { clientOf, type Settings } from '../settings.js';

const HEIGHT = 10;
const DEFAULT_WIDTH = 80;
const WIDEST = 120;

interface HistorySettings extends Settings {
  readonly grader?: GraderName;
  readonly grade?: string;
  readonly interval: 'two_week' | 'week';
  readonly from?: string;
  readonly to?: string;
}

/** `gcd history`: a population over three years. */
export function historyCommand(): Command {
  return new Command('history')
    .description("Draws a card's population over three years, a chart for each grader.")
    .argument('<card_id>', 'universal, or that of a grader', cardId)
    .option('-g, --grader <grader>', 'only of this one', grader)
    .option('--grade <key>', 'copies of this grade, such as psa_10, instead of all')
    .addOption(
      new Option('--interval <step>', 'between two points')
        .choices(['two_week', 'week'])
        .default('two_week'),
    )
    .option('--from <date>', 'first day, such as 2026-01-31; three years ago when absent')
    .option('--to <date>', 'last day; the newest in the data when absent')
    .addHelpText(
      'after',
      `
Examples:
  $ gcd history 85c82c158cac20785082526b3bb6248031db6a66 --grade psa_10
  $ gcd history 85c82c158cac20785082526b3bb6248031db6a66 --interval week --output csv
  $ gcd history 85c82c158cac20785082526b3bb6248031db6a66 --from 2026-01-01`,
    )
    .action(async (id: string, settings: HistorySettings) => {
      const { interval, output, grade, from, to } = settings;
      const of = settings.grader ?? (grade?.split('_')[0] as GraderName | undefined);
      const fields = grade === undefined && output !== 'json' ? 'totals' : undefined;
      const query = { interval, grader: of, from, to, fields } as const;
      const card = await clientOf(settings).getCardHistory(id, query);
      const series = Object.entries(card.population.population_data.by_grader).map(
        ([name, { history }]) => ({
          name,
          points: history.map(({ date, total, grades, qualifiers }) => {
            const value = grade === undefined ? total : { ...grades, ...qualifiers }[grade];
            if (value === undefined) throw new CliError(`--grade: there is no ${grade}.`);
            return { date, value };
          }),
        }),
      );
      if (output !== 'table') {
        const rows = series.flatMap(({ name, points }) =>
          points.map(({ date, value }) => ({ grader: name, date, copies: value })),
        );
        print(output, rows, card);
        return;
      }
      const width = Math.min(WIDEST, process.stdout.columns ?? DEFAULT_WIDTH);
      for (const { name, points } of series.filter(({ points }) => points.length > 0)) {
        process.stdout.write(`${grade ?? name}\n${chart(points, width, HEIGHT)}\n\n`);
      }
    });
}
