import { BatchLoader } from '@gcd/database/batch';
import { ServicePool } from '@gcd/database/pool';
import {
  CHANGES_COLUMN,
  GROUP_COLUMNS,
  GROUP_OF_CARD,
  type GroupRow,
  JOIN_GROUP,
} from '@gcd/population';
import { Injectable } from '@nestjs/common';

/** An entry of a group with all its changes. */
export interface HistoryRow extends GroupRow {
  /** The newest date that any population was recorded on; null when there is none. */
  readonly as_of: string | null;
  readonly first_recorded: string | null;
  /** For `parseChanges`. */
  readonly changes: string | null;
}

const GROUPS_OF_CARDS = {
  name: 'groups-of-cards',
  text: GROUP_OF_CARD.text('unnest($1::text[]) with ordinality k(card_id, ordinal)'),
};

const HISTORY_OF_CARD = {
  name: 'history-of-card',
  text: `
    select ${GROUP_COLUMNS}, population.first_recorded, dataset.as_of, ${CHANGES_COLUMN}
    from cards requested
    ${JOIN_GROUP}
    cross join dataset
    where requested.card_id = decode($1, 'hex')`,
};

/** Every question that the cards service asks the database about cards. Followers of the feed ask them: no answer may be older than that. */
@Injectable()
export class CardsQueries {
  private readonly groups: BatchLoader<string, GroupRow>;

  constructor(private readonly pool: ServicePool) {
    this.groups = new BatchLoader(pool, GROUP_OF_CARD, true);
  }

  /** @returns every entry of the card's group with its newest counts; none when no card has the id */
  findGroup(cardId: string): Promise<GroupRow[]> {
    return this.groups.load(cardId);
  }

  /** @returns every entry of each card's group with its newest counts, by the id that was given; no card has an id that is missing */
  async findGroups(cardIds: readonly string[]): Promise<ReadonlyMap<string, readonly GroupRow[]>> {
    const groups = new Map<string, GroupRow[]>();
    if (cardIds.length === 0) return groups;
    const rows = await this.pool.consistentRows<GroupRow & { readonly ordinal: string }>({
      ...GROUPS_OF_CARDS,
      values: [cardIds],
    });
    for (const row of rows) {
      const cardId = cardIds[Number(row.ordinal) - 1] ?? '';
      groups.set(cardId, [...(groups.get(cardId) ?? []), row]);
    }
    return groups;
  }

  /** @returns every entry of the card's group with all its changes; none when no card has the id */
  async findHistory(cardId: string): Promise<HistoryRow[]> {
    return this.pool.consistentRows<HistoryRow>({ ...HISTORY_OF_CARD, values: [cardId] });
  }
}
