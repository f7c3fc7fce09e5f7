import type { getCard, getCardPopulation } from '@gcd/contracts/cards';
import type { DataOf } from '@gcd/contracts/operation';
import { type BlockOptions, populationBlock } from '@gcd/population/block';
import { identityOf, parsedDescriptionOf } from '@gcd/population/grader-card';
import type { GroupRow } from '@gcd/population/group.query';
import { growthOf } from '@gcd/population/growth';
import { setIdOf } from '@gcd/population/set-id';

/**
 * Converts a card to its API representation.
 * @param group the requested grader card and the grader cards matched with it
 */
export function toCard(
  requested: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getCard> {
  const population = populationBlock(group, options);
  const { total, gem_total, gem_rate } = population.population_data;
  return {
    ...identityOf(requested, siteUrl),
    parsed_description: parsedDescriptionOf(requested),
    total_population: total,
    gem_total,
    gem_rate,
    graders_included: population.graders_included,
    population,
    ...growthOf(requested.as_of, group, options.grader),
    set_id: setIdOfGroup(requested, group),
  };
}

/**
 * Converts a card's population to its API representation.
 * @param group the requested grader card and the grader cards matched with it
 */
export function toCardPopulation(
  requested: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getCardPopulation> {
  return {
    ...identityOf(requested, siteUrl, options.parsedDescription),
    population: populationBlock(group, options),
    ...growthOf(requested.as_of, group, options.grader),
    set_id: setIdOfGroup(requested, group),
  };
}

/**
 * Returns the id of a card's set. A matched card belongs to the set of the grader card that the universal card id
 * identifies.
 */
function setIdOfGroup(requested: GroupRow, group: readonly GroupRow[]): string {
  return setIdOf(group.find((card) => card.card_id === requested.universal_card_id) ?? requested);
}
