import { ReadPool } from '@gcd/database/pool';
import { GROUP_OF_CARD, type GroupRow } from '@gcd/population';
import { Injectable } from '@nestjs/common';

/** Every question that the cards service asks the database. */
@Injectable()
export class CardsQueries {
  constructor(private readonly pool: ReadPool) {}

  /** @returns every entry of the card's group with its newest counts; none when no card has the id */
  async findGroup(cardId: string): Promise<GroupRow[]> {
    const { rows } = await this.pool.query<GroupRow>({
      ...GROUP_OF_CARD,
      values: [Buffer.from(cardId, 'hex')],
    });
    return rows;
  }
}
