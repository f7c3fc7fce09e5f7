import { BatchLoader } from '@gcd/database/batch';
import { ServicePool } from '@gcd/database/pool';
import {
  GROUP_COLUMNS,
  GROUP_OF_CARD,
  GROUP_WITH_GROWTH,
  type GroupRow,
  JOIN_GROUP,
} from '@gcd/population/group.query';
import type { HistoryRange } from '@gcd/population/history';
import { CHANGES_COLUMN, joinHistoryDays } from '@gcd/population/history.query';
import { Injectable } from '@nestjs/common';

/** A grader card, and the changes to its counts that are needed for the requested history. */
export interface HistoryRow extends GroupRow {
  readonly as_of: string | null;
  readonly changes: string | null;
  readonly first_recorded: string | null;
}

const CARD_IDS = 'unnest($1::text[]) with ordinality k(card_id, ordinal)';
const GROUPS_OF_CARDS = { name: 'groups-of-cards', text: GROUP_OF_CARD.text(CARD_IDS) };
const GROUPS_WITH_GROWTH = { name: 'groups-with-growth', text: GROUP_WITH_GROWTH.text(CARD_IDS) };

/** SQL that reads the history of a card for {@link CardsQueries.findHistory}. */
const HISTORY_OF_CARD = {
  name: 'history-of-card',
  text: `
    select ${GROUP_COLUMNS}, population.first_recorded, dataset.as_of, ${CHANGES_COLUMN}
    from cards requested
    ${JOIN_GROUP}
    cross join dataset
    ${joinHistoryDays('$2', '$3')}
    where requested.card_id = decode($1, 'hex')`,
};

/** SQL statements about cards. */
@Injectable()
export class CardsQueries {
  private readonly groups: BatchLoader<string, GroupRow>;
  private readonly groupsWithGrowth: BatchLoader<string, GroupRow>;

  constructor(private readonly pool: ServicePool) {
    this.groups = new BatchLoader(pool, GROUP_OF_CARD);
    this.groupsWithGrowth = new BatchLoader(pool, GROUP_WITH_GROWTH);
  }

  /** Finds the grader cards of a card, with their latest counts. The result is empty if the id does not exist. */
  findGroup(cardId: string, withGrowth: boolean): Promise<GroupRow[]> {
    return (withGrowth ? this.groupsWithGrowth : this.groups).load(cardId);
  }

  async findGroups(
    cardIds: readonly string[],
    withGrowth: boolean,
  ): Promise<ReadonlyMap<string, readonly GroupRow[]>> {
    const groups = new Map<string, GroupRow[]>();
    if (cardIds.length === 0) return groups;
    const rows = await this.pool.rows<GroupRow & { readonly ordinal: string }>({
      ...(withGrowth ? GROUPS_WITH_GROWTH : GROUPS_OF_CARDS),
      values: [cardIds],
    });
    for (const row of rows) {
      const cardId = cardIds[Number(row.ordinal) - 1] ?? '';
      groups.set(cardId, [...(groups.get(cardId) ?? []), row]);
    }
    return groups;
  }

  /**
   * Finds the grader cards of a card, each with its count changes between `from` and `to` and the last change before
   * `from`. The result is empty if the id does not exist.
   */
  async findHistory(cardId: string, { from, to }: HistoryRange): Promise<HistoryRow[]> {
    return this.pool.rows<HistoryRow>({ ...HISTORY_OF_CARD, values: [cardId, from, to] });
  }
}
