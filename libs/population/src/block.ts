import { GRADERS, type Grader } from '@gcd/contracts/graders';
import { GRADE_SCALES, type GradeScale } from '@gcd/contracts/grades';
import type {
  AutoSplitCounts,
  GraderCard,
  GraderPopulation,
  Population,
} from '@gcd/contracts/population-schemas';
import { type Counts, labeled, subtract, totalsOf } from './counts.js';
import { type GraderCardRow, type PopulationColumns, parsedDescriptionOf } from './grader-card.js';
import { rateOf } from './rate.js';

export interface BlockOptions {
  /** Whether to add the counts of autographed and other PSA copies. */
  readonly autoSplit?: boolean;
  /** Whether to add the parsed description of each grader card. */
  readonly parsedDescription?: boolean;
  /** Grader to include; null for all graders. The block is empty if this grader does not list the card. */
  readonly grader?: Grader | null;
}

/**
 * Builds the population block of a card.
 * @param cards grader cards of the card, at most one per grader, in any order
 */
export function populationBlock(
  cards: readonly (GraderCardRow & PopulationColumns)[],
  { autoSplit = false, parsedDescription = false, grader: only = null }: BlockOptions,
): Population {
  const shown = GRADERS.flatMap((grader) =>
    only === null || only === grader ? cards.filter((card) => card.grader === grader) : [],
  );
  const byGrader = shown.map((card): [Grader, GraderPopulation] => [
    card.grader,
    graderPopulation(card, autoSplit),
  ]);
  const total = byGrader.reduce((sum, [, population]) => sum + population.total, 0);
  const gemTotal = byGrader.reduce((sum, [, population]) => sum + population.gem_total, 0);
  return {
    graders_included: shown.map(({ grader }) => grader),
    graders: Object.fromEntries(
      shown.map((card) => [card.grader, graderCard(card, parsedDescription)]),
    ),
    population_data: {
      total,
      gem_total: gemTotal,
      gem_rate: rateOf(gemTotal, total),
      data_last_updated: latest(shown.map((card) => card.updated_on)),
      last_population_change: latest(shown.map((card) => card.changed_on)),
      by_grader: Object.fromEntries(byGrader),
    },
  };
}

/** Builds the value for a grader card in the `graders` object of a population block. */
function graderCard(card: GraderCardRow, parsedDescription: boolean): GraderCard {
  return {
    card_id: card.card_id,
    set_url: card.set_url,
    ...(card.grader === 'psa' && { spec_id: card.spec_id }),
    ...(parsedDescription && { parsed_description: parsedDescriptionOf(card) }),
  };
}

function graderPopulation(
  card: GraderCardRow & PopulationColumns,
  autoSplit: boolean,
): GraderPopulation {
  const scale = GRADE_SCALES[card.grader];
  const counts = { grades: card.grades ?? [], qualifiers: card.qualifiers ?? [] };
  const total = card.total ?? 0;
  const gemTotal = card.gem_total ?? 0;
  return {
    total,
    gem_total: gemTotal,
    gem_rate: rateOf(gemTotal, total),
    last_population_change: card.changed_on,
    grades: labeled(scale.grades, counts.grades),
    ...(card.grader === 'psa' && {
      qualifiers: labeled(scale.qualifiers, counts.qualifiers),
      ...(autoSplit && { auto_split: split(scale, counts, autoCounts(card)) }),
    }),
  };
}

/** Returns the counts of a grader card's autographed copies. */
function autoCounts(card: PopulationColumns): Counts {
  return { grades: card.auto_grades ?? [], qualifiers: card.auto_qualifiers ?? [] };
}

function split(
  scale: GradeScale,
  all: Counts,
  auto: Counts,
): { auto: AutoSplitCounts; non_auto: AutoSplitCounts } {
  const part = (counts: Counts): AutoSplitCounts => ({
    ...totalsOf(scale, counts),
    grades: labeled(scale.grades, counts.grades),
    qualifiers: labeled(scale.qualifiers, counts.qualifiers),
  });
  return { auto: part(auto), non_auto: part(subtract(all, auto)) };
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((newest, date) => (date && (!newest || date > newest) ? date : newest), null);
}
