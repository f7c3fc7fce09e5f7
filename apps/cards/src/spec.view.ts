import type { AlternateSpec, DataOf, getSpecPopulation } from '@gcd/contracts';
import { GRADE_SCALES } from '@gcd/contracts';
import {
  type BlockOptions,
  type GroupRow,
  identityOf,
  labelled,
  partsOf,
  populationBlock,
} from '@gcd/population';

/** A spec with its card's identity. */
export function toSpec(
  asked: GroupRow,
  siteUrl: string,
  withParts: boolean,
): Omit<DataOf<typeof getSpecPopulation>, 'population'> {
  return { ...identityOf(asked, siteUrl, withParts), spec_id: asked.spec_id ?? '' };
}

/** A spec with the population of its card. */
export function toSpecPopulation(
  asked: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getSpecPopulation> {
  return {
    ...toSpec(asked, siteUrl, options.parsedDescription),
    population: populationBlock(group, options),
  };
}

/** The alternate form: flat, with the population over all graders when asked. */
export function toAlternateSpec(
  asked: GroupRow,
  group: readonly GroupRow[],
  options: { readonly withPopulation: boolean; readonly autoSplit: boolean },
): AlternateSpec {
  return {
    card_id: asked.card_id,
    spec: { grader: asked.grader, spec_id: asked.spec_id ?? '' },
    description: asked.description,
    ...partsOf(asked),
    ...(options.withPopulation && { population: flatPopulation(asked, group, options.autoSplit) }),
  };
}

function flatPopulation(
  asked: GroupRow,
  group: readonly GroupRow[],
  autoSplit: boolean,
): AlternateSpec['population'] {
  const options = { autoSplit, parsedDescription: false, grader: null };
  const { total, gem_total, gem_rate, last_population_change, by_grader } = populationBlock(
    group,
    options,
  ).population_data;
  const grades = labelled(GRADE_SCALES[asked.grader].grades, asked.grades ?? []);
  return { total, gem_total, gem_rate, last_population_change, grades, by_grader };
}
