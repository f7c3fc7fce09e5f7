import type { DataOf, getCardPopulation } from '@gcd/contracts';
import { type BlockOptions, type GroupRow, identityOf, populationBlock } from '@gcd/population';

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
  };
}
