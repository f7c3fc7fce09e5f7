import type { Identity, ParsedDescription } from '@gcd/contracts/card-schemas';
import type { Grader } from '@gcd/contracts/graders';

/** A grader card as selected from the database, with its universal card id. */
export interface GraderCardRow {
  readonly card_id: string;
  readonly universal_card_id: string | null;
  readonly grader: Grader;
  readonly spec_id: string | null;
  readonly set_url: string | null;
  readonly description: string;
  readonly display_name: string;
  readonly category: string;
  readonly year: string;
  readonly set_name: string;
  readonly name: string;
  readonly card_number: string;
  readonly parallel: string | null;
  readonly subset: string | null;
}

/** A grader card's counts as selected from the database. All are null if the card has no population row. */
export interface PopulationColumns {
  readonly grades: number[] | null;
  readonly qualifiers: number[] | null;
  readonly auto_grades: number[] | null;
  readonly auto_qualifiers: number[] | null;
  readonly total: number | null;
  readonly gem_total: number | null;
  readonly updated_on: string | null;
  readonly changed_on: string | null;
}

/** SQL for the column `display_name`, from table `cards grader_card`. */
export const DISPLAY_NAME = `coalesce(
    (select named.display_name from set_cards named where named.card = coalesce(grader_card.universal, grader_card.id)),
    grader_card.description
  ) as display_name`;

/** SQL for the columns of {@link GraderCardRow}. The alias `promoted` is the grader card with the universal card id. */
export const GRADER_CARD_COLUMNS = `
  encode(grader_card.card_id, 'hex') as card_id, encode(promoted.card_id, 'hex') as universal_card_id,
  grader_card.grader, grader_card.spec_id, grader_card.set_url, grader_card.description, grader_card.category,
  grader_card.year, grader_card.set_name, grader_card.name, grader_card.card_number, grader_card.parallel,
  grader_card.subset,
  ${DISPLAY_NAME}`;

/** SQL for the columns of {@link PopulationColumns}, from table `population`. */
export const POPULATION_COLUMNS = `
  population.grades, population.qualifiers, population.auto_grades, population.auto_qualifiers,
  population.total, population.gem_total, population.updated_on, population.changed_on`;

/**
 * Builds the fields that identify a grader card.
 * @param siteUrl URL of the public site, without a trailing slash
 */
export function identityOf(
  card: GraderCardRow,
  siteUrl: string,
  withParsedDescription = false,
): Identity {
  return {
    description: card.description,
    display_name: card.display_name,
    universal_card_id: card.universal_card_id,
    card_id: card.card_id,
    is_universal_match: card.universal_card_id !== null,
    card_url: `${siteUrl}/card/${card.universal_card_id ?? card.card_id}`,
    grader: card.grader,
    ...(withParsedDescription && { parsed_description: parsedDescriptionOf(card) }),
  };
}

export function parsedDescriptionOf(card: GraderCardRow): ParsedDescription {
  const { category, year, set_name, name, card_number, parallel, subset } = card;
  return { category, year, set_name, name, card_number, parallel, subset };
}
