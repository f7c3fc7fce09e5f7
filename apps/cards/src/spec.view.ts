import { GRADE_SCALES } from '@gcd/contracts/grades';
import type { DataOf } from '@gcd/contracts/operation';
import type { getSpecPopulation, SpecDetails } from '@gcd/contracts/specs';
import { type BlockOptions, populationBlock } from '@gcd/population/block';
import { labeled } from '@gcd/population/counts';
import { identityOf, parsedDescriptionOf } from '@gcd/population/grader-card';
import type { GroupRow } from '@gcd/population/group.query';

/** Converts a spec to its API representation, with the identity of its card. */
export function toSpec(
  requested: GroupRow,
  siteUrl: string,
  withParsedDescription = false,
): Omit<DataOf<typeof getSpecPopulation>, 'population'> {
  return {
    ...identityOf(requested, siteUrl, withParsedDescription),
    spec_id: requested.spec_id ?? '',
  };
}

/** Converts a spec to its API representation, with the population of its card. */
export function toSpecPopulation(
  requested: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getSpecPopulation> {
  return {
    ...toSpec(requested, siteUrl, options.parsedDescription),
    population: populationBlock(group, options),
  };
}

/** Converts a spec to the alternate, flat representation, with the cross-grader population if requested. */
export function toAlternateSpec(
  requested: GroupRow,
  group: readonly GroupRow[],
  options: { readonly withPopulation: boolean; readonly autoSplit: boolean },
): SpecDetails {
  return {
    card_id: requested.card_id,
    spec: { grader: requested.grader, spec_id: requested.spec_id ?? '' },
    description: requested.description,
    display_name: requested.display_name,
    ...parsedDescriptionOf(requested),
    ...(options.withPopulation && {
      population: flatPopulation(requested, group, options.autoSplit),
    }),
  };
}

function flatPopulation(
  requested: GroupRow,
  group: readonly GroupRow[],
  autoSplit: boolean,
): SpecDetails['population'] {
  const { population_data } = populationBlock(group, { autoSplit });
  const { total, gem_total, gem_rate, last_population_change, by_grader } = population_data;
  const grades = labeled(GRADE_SCALES[requested.grader].grades, requested.grades ?? []);
  return { total, gem_total, gem_rate, last_population_change, grades, by_grader };
}
