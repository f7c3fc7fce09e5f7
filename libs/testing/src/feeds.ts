import { setTimeout as pause } from 'node:timers/promises';
import { type Feed, numberOf } from './feed-race.ts';
import { send } from './load.ts';

const CHANGES = '/v1/cards/population/changes';

/**
 * Returns the product's feed. Changes are published in the database and read through the API. Requests are repeated
 * while the API is unavailable.
 */
export function ourFeed(address: string, key: string): Feed {
  return {
    publish: (client, cards) => client.query('select publish_card_changes($1)', [cards]),
    async read(position, limit) {
      const place =
        position === null ? `since=${new Date().toISOString().slice(0, 10)}` : `cursor=${position}`;
      for (;;) {
        const { status, body } = await send(address, `${CHANGES}?${place}&limit=${limit}`, key);
        if (status === 200) {
          const { card_ids, has_more, next_cursor } = JSON.parse(body).data;
          return { cards: card_ids.map(numberOf), hasMore: has_more, next: next_cursor };
        }
        if (status !== 0 && status < 500) throw new Error(`the feed returned ${status}: ${body}`);
        await pause(20);
      }
    },
  };
}
