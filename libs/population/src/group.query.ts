import {
  ENTRY_COLUMNS,
  type EntryRow,
  POPULATION_COLUMNS,
  type PopulationColumns,
} from './entry.js';

/** An entry of the group that was requested for. */
export interface GroupRow extends EntryRow, PopulationColumns {
  /** Whether it is the very entry that was requested for. */
  readonly requested: boolean;
}

/** SQL for the columns of {@link GroupRow}. */
export const GROUP_COLUMNS = `entry.id = requested.id as requested, ${ENTRY_COLUMNS}, ${POPULATION_COLUMNS}`;

/** SQL to append to a FROM clause with a row of cards as `requested`: every entry that is the same card, with its newest counts. */
export const JOIN_GROUP = `
  cross join lateral (
    select * from cards member where member.universal = requested.universal
    union all
    select requested.* where requested.universal is null
  ) entry
  left join cards promoted on promoted.id = entry.universal
  left join populations population on population.card = entry.id`;

/** The group of the entry with a card id (40 hexadecimal digits); no rows when there is no such entry. */
export const GROUP_OF_CARD = {
  name: 'group-of-card',
  key: [{ column: 'card_id', type: 'text' }],
  values: (cardId: string) => [cardId],
  text: (keys: string) => `
    select k.ordinal, ${GROUP_COLUMNS}
    from ${keys}
    join cards requested on requested.card_id = decode(k.card_id, 'hex')
    ${JOIN_GROUP}`,
};
