import type { DataOf, getCard, getCardPopulation } from '@gcd/contracts';
import {
  type BlockOptions,
  type GroupRow,
  identityOf,
  partsOf,
  populationBlock,
} from '@gcd/population';
import { setIdOf } from '@gcd/search-terms';

/** A card as clients see it. @param group the asked entry and those matched with it */
export function toCard(
  asked: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getCard> {
  const population = populationBlock(group, options);
  const { total, gem_total, gem_rate } = population.population_data;
  return {
    ...identityOf(asked, siteUrl, false),
    parsed_description: partsOf(asked),
    total_population: total,
    gem_total,
    gem_rate,
    graders_included: population.graders_included,
    population,
    set_id: setIdOfGroup(asked, group),
  };
}

/** A card's population as clients see it. @param group the asked entry and those matched with it */
export function toCardPopulation(
  asked: GroupRow,
  group: readonly GroupRow[],
  siteUrl: string,
  options: BlockOptions,
): DataOf<typeof getCardPopulation> {
  return {
    ...identityOf(asked, siteUrl, options.parsedDescription),
    population: populationBlock(group, options),
    set_id: setIdOfGroup(asked, group),
  };
}

/** The set of a card is that of its promoted grader card. */
function setIdOfGroup(asked: GroupRow, group: readonly GroupRow[]): string {
  return setIdOf(group.find((entry) => entry.card_id === asked.universal_card_id) ?? asked);
}
