import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { day, FeedReader, populations } from '@gcd/testing/feed-reader.js';

let feed: FeedStack;
let reader: FeedReader;
beforeAll(async () => {
  feed = await startFeedStack('gcd_changes_service', { gateway: false });
  reader = new FeedReader(feed);
});
afterAll(() => feed.stop());

describe('GET /v1/cards/population/changes: 200', () => {
  it('returns the ids, their count, the first day, has_more and the next cursor', async () => {
    const cursor = await reader.end();
    const ids = await reader.newCards(3);
    expect(await reader.page(`cursor=${cursor}`)).toEqual({
      card_ids: ids,
      count: 3,
      since: day(),
      has_more: false,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
    });
  });

  it('returns full pages of the requested size until the last page', async () => {
    let cursor = await reader.end();
    const ids = await reader.newCards(5);
    const pages: string[][] = [];
    for (let more = true; more; ) {
      const { card_ids, count, has_more, next_cursor } = await reader.page(
        `cursor=${cursor}&limit=2`,
      );
      expect(count).toBe(card_ids.length);
      pages.push(card_ids);
      [more, cursor] = [has_more, next_cursor];
    }
    expect(pages.map((each) => each.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(ids);
  });

  it('reports the end of the feed on a full last page', async () => {
    const cursor = await reader.end();
    await reader.newCards(2);
    expect(await reader.page(`cursor=${cursor}&page_size=2`)).toMatchObject({
      count: 2,
      has_more: false,
    });
  });

  it('returns an empty page and the same cursor until there are new changes', async () => {
    const cursor = await reader.end();
    for (let again = 0; again < 3; again += 1) {
      expect(await reader.page(`cursor=${cursor}`)).toEqual({
        card_ids: [],
        count: 0,
        since: day(),
        has_more: false,
        next_cursor: cursor,
      });
    }
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual(ids);
  });

  it('returns a cursor to a new client even if there are no changes yet', async () => {
    const { next_cursor, card_ids } = await reader.page(`since=${day()}&limit=10000`);
    expect(card_ids.length).toBeGreaterThan(0);
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${next_cursor}`)).card_ids).toEqual(ids);
  });

  it('returns up to ten thousand ids', async () => {
    const cursor = await reader.end();
    await reader.newCards(10_001);
    const first = await reader.page(`cursor=${cursor}&limit=10000`);
    expect([new Set(first.card_ids).size, first.has_more]).toEqual([10_000, true]);
    expect(await reader.page(`cursor=${first.next_cursor}`)).toMatchObject({
      count: 1,
      has_more: false,
    });
  });

  it('lists a card that changed twice only once, at its latest change', async () => {
    const cursor = await reader.end();
    const [one = '', other = ''] = await reader.newCards(2);
    await feed.load({ 'populations.csv': populations([one, day(-8), 2]) });
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual([other, one]);
  });

  it('lists a card again if it changes after a client has read it', async () => {
    const [id = ''] = await reader.newCards(1);
    const cursor = await reader.end();
    await feed.load({ 'populations.csv': populations([id, day(-8), 2]) });
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual([id]);
  });
});
