import {
  type AutoSplitCounts,
  GRADE_SCALES,
  GRADERS,
  type Grader,
  type GraderCard,
  type GraderPopulation,
  type GradeScale,
  type Population,
} from '@gcd/contracts';
import { type Counts, labelled, rateOf, subtract, totalsOf } from './counts.js';
import { type GraderCardRow, type PopulationColumns, parsedDescriptionOf } from './entry.js';

export interface BlockOptions {
  readonly autoSplit: boolean;
  readonly parsedDescription: boolean;
  /** Grader to include; null for all graders. The block is empty if this grader does not list the card. */
  readonly grader: Grader | null;
}

/**
 * Builds the population block of a card.
 * @param entries grader cards of the card, at most one per grader, in any order
 */
export function populationBlock(
  entries: readonly (GraderCardRow & PopulationColumns)[],
  { autoSplit, parsedDescription, grader: only }: BlockOptions,
): Population {
  const shown = GRADERS.flatMap((grader) =>
    only === null || only === grader ? entries.filter((entry) => entry.grader === grader) : [],
  );
  const byGrader = shown.map((entry): [Grader, GraderPopulation] => [
    entry.grader,
    graderPopulation(entry, autoSplit),
  ]);
  const total = byGrader.reduce((sum, [, population]) => sum + population.total, 0);
  const gemTotal = byGrader.reduce((sum, [, population]) => sum + population.gem_total, 0);
  return {
    graders_included: shown.map(({ grader }) => grader),
    graders: Object.fromEntries(
      shown.map((entry) => [entry.grader, graderEntry(entry, parsedDescription)]),
    ),
    population_data: {
      total,
      gem_total: gemTotal,
      gem_rate: rateOf(gemTotal, total),
      data_last_updated: latest(shown.map((entry) => entry.updated_on)),
      last_population_change: latest(shown.map((entry) => entry.changed_on)),
      by_grader: Object.fromEntries(byGrader),
    },
  };
}

/** Builds the value for a grader card in the `graders` object of a population block. */
export function graderEntry(entry: GraderCardRow, parsedDescription: boolean): GraderCard {
  return {
    card_id: entry.card_id,
    set_url: entry.set_url,
    ...(entry.grader === 'psa' && { spec_id: entry.spec_id }),
    ...(parsedDescription && { parsed_description: parsedDescriptionOf(entry) }),
  };
}

function graderPopulation(
  entry: GraderCardRow & PopulationColumns,
  autoSplit: boolean,
): GraderPopulation {
  const scale = GRADE_SCALES[entry.grader];
  const counts = { grades: entry.grades ?? [], qualifiers: entry.qualifiers ?? [] };
  const total = entry.total ?? 0;
  const gemTotal = entry.gem_total ?? 0;
  return {
    total,
    gem_total: gemTotal,
    gem_rate: rateOf(gemTotal, total),
    last_population_change: entry.changed_on,
    grades: labelled(scale.grades, counts.grades),
    ...(entry.grader === 'psa' && {
      qualifiers: labelled(scale.qualifiers, counts.qualifiers),
      ...(autoSplit && { auto_split: split(scale, counts, autoCounts(entry)) }),
    }),
  };
}

/** Returns the counts of a grader card's autographed copies. */
export function autoCounts(entry: PopulationColumns): Counts {
  return { grades: entry.auto_grades ?? [], qualifiers: entry.auto_qualifiers ?? [] };
}

function split(
  scale: GradeScale,
  all: Counts,
  auto: Counts,
): { auto: AutoSplitCounts; non_auto: AutoSplitCounts } {
  const part = (counts: Counts): AutoSplitCounts => ({
    ...totalsOf(scale, counts),
    grades: labelled(scale.grades, counts.grades),
    qualifiers: labelled(scale.qualifiers, counts.qualifiers),
  });
  return { auto: part(auto), non_auto: part(subtract(all, auto)) };
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.reduce((newest, date) => (date && (!newest || date > newest) ? date : newest), null);
}
