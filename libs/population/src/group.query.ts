import {
  GRADER_CARD_COLUMNS,
  type GraderCardRow,
  POPULATION_COLUMNS,
  type PopulationColumns,
} from './grader-card.js';
import { GROWTH, type GrowthColumns } from './growth.js';

/** A grader card of the requested card. */
export interface GroupRow extends GraderCardRow, PopulationColumns, GrowthColumns {
  /** Whether the client requested this grader card by its id. */
  readonly requested: boolean;
}

export const GROUP_COLUMNS = `grader_card.id = requested.id as requested, ${GRADER_CARD_COLUMNS}, ${POPULATION_COLUMNS}`;

/**
 * SQL to append to a FROM clause in which `requested` is a row of `cards`. The SQL joins this row and all grader cards
 * that are matched with it, each with its latest counts.
 */
export const JOIN_GROUP = `
  cross join lateral (
    select * from cards member where member.universal = requested.universal
    union all
    select requested.* where requested.universal is null
  ) grader_card
  left join cards promoted on promoted.id = grader_card.universal
  left join latest_populations population on population.card = grader_card.id`;

/**
 * Returns a statement that reads the grader cards of a card by card id (40 hexadecimal digits). The result is empty if
 * the card does not exist.
 */
const groupOfCard = (name: string, growth: { columns: string; join: string }) => ({
  name,
  key: [{ column: 'card_id', type: 'text' }],
  values: (cardId: string) => [cardId],
  text: (keys: string) => `
    select k.ordinal, ${GROUP_COLUMNS}${growth.columns}
    from ${keys}
    join cards requested on requested.card_id = decode(k.card_id, 'hex')
    ${JOIN_GROUP}
    ${growth.join}`,
});

export const GROUP_OF_CARD = groupOfCard('group-of-card', { columns: '', join: '' });
export const GROUP_WITH_GROWTH = groupOfCard('group-with-growth', GROWTH);
