import {
  ENTRY_COLUMNS,
  type EntryRow,
  POPULATION_COLUMNS,
  type PopulationColumns,
} from './entry.js';

/** An entry of the group that was asked for. */
export interface GroupRow extends EntryRow, PopulationColumns {
  /** Whether it is the very entry whose id was asked. */
  readonly asked: boolean;
}

/**
 * Every entry that is the same card as the entry with card id `$1` (bytes), itself included, each with its newest
 * counts; no rows when there is no such entry.
 */
export const GROUP_OF_CARD = {
  name: 'group-of-card',
  text: `
    select entry.id = asked.id as asked, ${ENTRY_COLUMNS}, ${POPULATION_COLUMNS}
    from cards asked
    cross join lateral (
      select * from cards member where member.universal = asked.universal
      union all
      select asked.* where asked.universal is null
    ) entry
    left join cards promoted on promoted.id = entry.universal
    left join populations population on population.card = entry.id
    where asked.card_id = $1`,
};
