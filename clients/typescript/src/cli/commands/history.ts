import { Command, Option } from 'commander';
import type { GraderName } from '../../types.js';
import { cardId, grader } from '../arguments.js';
import { chart } from '../chart.js';
import { examples } from '../help.js';
import { print } from '../output.js';
import { CliError } from '../cli-error.js';
import { clientOf, type Settings } from '../settings.js';

const HEIGHT = 10;
const DEFAULT_WIDTH = 80;
const MAX_WIDTH = 120;

interface Point {
  readonly total: number;
  readonly grades?: Readonly<Record<string, number>>;
  readonly qualifiers?: Readonly<Record<string, number>>;
}

interface HistorySettings extends Settings {
  readonly grader?: GraderName;
  readonly grade?: string;
  readonly interval: 'two_week' | 'week';
  readonly from?: string;
  readonly to?: string;
}

export function historyCommand(): Command {
  return new Command('history')
    .description("Chart a card's population over three years, by grader.")
    .argument('<card_id>', 'universal card id, or the id of a grader card', cardId)
    .option('-g, --grader <grader>', 'only this grader: psa, beckett, sgc or cgc', grader)
    .option('--grade <key>', 'count copies of one grade only, such as psa_10')
    .addOption(
      new Option('--interval <step>', 'time between two points')
        .choices(['two_week', 'week'])
        .default('two_week'),
    )
    .option('--from <date>', 'first day, such as 2026-01-31 (default: three years ago)')
    .option('--to <date>', 'last day (default: the latest day in the data)')
    .addHelpText(
      'after',
      `
Your key needs the permission "history".
${examples(
  'gcd history 85c82c158cac20785082526b3bb6248031db6a66 --grade psa_10',
  'gcd history 85c82c158cac20785082526b3bb6248031db6a66 --interval week --output csv',
  'gcd history 85c82c158cac20785082526b3bb6248031db6a66 --from 2026-01-01',
)}`,
    )
    .action(async (id: string, settings: HistorySettings) => {
      const { interval, output, grade, from, to } = settings;
      const of = settings.grader ?? (grade?.split('_')[0] as GraderName | undefined);
      const fields = grade === undefined && output !== 'json' ? 'totals' : undefined;
      const query = { interval, grader: of, from, to, fields } as const;
      const card = await clientOf(settings).getCardHistory(id, query);
      const series = Object.entries(card.population.population_data.by_grader).map(
        ([name, { history, first_recorded }]) => ({
          name,
          points: history
            // Omit the points before the first record. Their counts are zero, although copies may already have existed.
            .filter(({ date }) => first_recorded !== null && date >= first_recorded)
            .map((point) => ({ date: point.date, value: countOf(point, grade) })),
        }),
      );
      if (output !== 'table') {
        const rows = series.flatMap(({ name, points }) =>
          points.map(({ date, value }) => ({ grader: name, date, copies: value })),
        );
        print(output, rows, card);
        return;
      }
      const width = Math.min(MAX_WIDTH, process.stdout.columns ?? DEFAULT_WIDTH);
      for (const { name, points } of series.filter(({ points }) => points.length > 0)) {
        process.stdout.write(`${grade ?? name}\n${chart(points, width, HEIGHT)}\n\n`);
      }
    });
}

/**
 * Returns the number of all copies, or of the copies with one grade, at a point of the history.
 * @throws CliError if the grade does not exist
 */
function countOf({ total, grades, qualifiers }: Point, grade: string | undefined): number {
  const count = grade === undefined ? total : { ...grades, ...qualifiers }[grade];
  if (count !== undefined) return count;
  throw new CliError(`There is no grade ${grade}. Grades are written like psa_10 or beckett_9_5.`);
}
