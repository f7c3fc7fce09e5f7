import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@gcd/testing/database.js';
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
  it('returns the ids, their count, the first day, has_more and the next cursor [S11 S117 S206 S211 S230]', async () => {
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

  it('returns full pages of the requested size until the last page [S213]', async () => {
    let cursor = await reader.end();
    const ids = await reader.newCards(4);
    const pages: string[][] = [];
    for (let more = true; more; ) {
      const { card_ids, count, has_more, next_cursor } = await reader.page(
        `cursor=${cursor}&limit=2`,
      );
      expect(count).toBe(card_ids.length);
      pages.push(card_ids);
      [more, cursor] = [has_more, next_cursor];
    }
    expect(pages.map((each) => each.length)).toEqual([2, 2]);
    expect(pages.flat()).toEqual(ids);
  });

  it('returns an empty page and the same cursor until there are new changes [S40 S214 S215 S233]', async () => {
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

  it('returns up to ten thousand ids [S209 S260]', async () => {
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

  it('lists a card again if it changes after a client has read it [S214]', async () => {
    const [id = ''] = await reader.newCards(1);
    const cursor = await reader.end();
    await feed.load({ 'populations.csv': populations([id, day(-8), 2]) });
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual([id]);
  });
});

describe('GET /v1/cards/population/changes?include=population: 200', () => {
  const COUNTS = (card_id: string, total: number, tens: number) => ({
    card_id,
    total,
    gem_total: tens,
  });
  const page = (cursor: string, more = '') =>
    reader.page(`cursor=${cursor}&include=population${more}`);

  it('returns the counts and the reason for each card, in the same order as the ids', async () => {
    const cursor = await reader.end();
    const [one = '', two = '', three = ''] = reader.newIds(3);
    await feed.load({
      'cards.csv': `card_id,grader,description,universal_card_id\n${one},psa,x,\n${two},psa,x,${two}\n${three},sgc,x,${two}\n`,
      'populations.csv': `card_id,date,grades\n${one},${day(-9)},"{""psa_9"": 2, ""psa_10"": 1}"\n${two},${day(-9)},"{""psa_8"": 3}"\n${three},${day(-9)},"{""sgc_10"": 1, ""sgc_10_pristine"": 1, ""sgc_9"": 4}"\n`,
    });
    expect(await page(cursor)).toEqual({
      card_ids: [one, two],
      count: 2,
      since: day(),
      has_more: false,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
      changes: [
        {
          card_id: one,
          reason: 'population',
          ...{ total: 3, gem_total: 1, gem_rate: 0.3333 },
          by_grader: { psa: COUNTS(one, 3, 1) },
        },
        {
          card_id: two,
          reason: 'match',
          ...{ total: 9, gem_total: 2, gem_rate: 0.2222 },
          by_grader: { psa: COUNTS(two, 3, 0), sgc: COUNTS(three, 6, 2) },
        },
      ],
    });
    const { card_ids, changes, has_more } = await page(cursor, '&limit=1');
    expect([card_ids, changes.length, changes[0].card_id, has_more]).toEqual([[one], 1, one, true]);
    const end = await reader.end();
    expect(await page(end, '&limit=1000')).toMatchObject({
      card_ids: [],
      changes: [],
      next_cursor: end,
    });
    expect((await reader.page(`cursor=${cursor}`)).changes).toBeUndefined();
  });

  it('returns the reason "match" if a card was matched and its counts also changed', async () => {
    const [one = '', two = '', none = ''] = reader.newIds(3);
    const reasons = async (files: Record<string, string>) => {
      const cursor = await reader.end();
      await feed.load(files);
      const { changes } = await page(cursor);
      return changes.map(({ card_id, reason, by_grader }: Record<string, string>) => [
        card_id,
        reason,
        Object.keys(by_grader ?? {}),
      ]);
    };
    await feed.load({
      'cards.csv': `card_id,grader,description\n${one},psa,x\n${two},sgc,x\n${none},cgc,x\n`,
      'populations.csv': populations([one, day(-9), 1]),
    });
    const both = `${populations([one, day(-8), 2])}${two},${day(-8)},"{""sgc_9"": 1}"\n`;
    expect(
      await reasons({
        'matches.csv': `card_id,universal_card_id\n${two},${one}\n${none},${one}\n`,
        'populations.csv': both,
      }),
    ).toEqual([[one, 'match', ['psa', 'sgc', 'cgc']]]);
    expect(await reasons({ 'populations.csv': populations([one, day(-7), 3]) })).toEqual([
      [one, 'population', ['psa', 'sgc', 'cgc']],
    ]);
    expect(await reasons({ 'matches.csv': `card_id,universal_card_id\n${none},\n` })).toEqual([
      [one, 'unmatch', ['psa', 'sgc']],
      [none, 'unmatch', ['cgc']],
    ]);
  });
});

describe('GET /v1/cards/population/changes?since=…: 200', () => {
  /** Backdates all existing changes by a number of days. */
  const age = (days: number) =>
    query(
      feed.databaseUrl,
      `with days as (update feed_days set day = day - $1::integer)
       update feed_head set last_day = last_day - $1::integer`,
      [days],
    );

  it('defaults to today [S210]', async () => {
    await age(1);
    expect(await reader.page()).toMatchObject({ since: day(), card_ids: [], has_more: false });
    const ids = await reader.newCards(1);
    expect(await reader.page()).toMatchObject({ since: day(), card_ids: ids });
  });

  it('starts with the first change on or after the given day [S207]', async () => {
    await age(2);
    const [three = ''] = await reader.newCards(1);
    await age(3);
    const [today = ''] = await reader.newCards(1);
    expect((await reader.page(`since=${day()}`)).card_ids).toEqual([today]);
    expect((await reader.page(`since=${day(-2)}`)).card_ids).toEqual([today]);
    expect((await reader.page(`since=${day(-3)}`)).card_ids).toEqual([three, today]);
    expect((await reader.page(`since=${day(-4)}`)).card_ids).toEqual([three, today]);
    expect((await reader.page(`since=${day(-30)}&limit=10000`)).count).toBeGreaterThan(2);
  });

  it('lists a change on the day of its commit, even if it was published before midnight', async () => {
    await age(2);
    // Sets the clock of `publish_card_changes` back by one day.
    await query(
      feed.databaseUrl,
      `create function publish_yesterday() returns trigger language plpgsql as $$
       begin
         update feed_days set day = day - 1 where day = new.last_day;
         new.last_day := new.last_day - 1;
         return new;
       end $$;
       create trigger publish_yesterday before update of seq on feed_head
       for each row execute function publish_yesterday()`,
    );
    const ids = await reader.newCards(2);
    await query(feed.databaseUrl, 'drop function publish_yesterday cascade');
    expect((await reader.page(`since=${day()}`)).card_ids).toEqual(ids);
    expect((await reader.page(`since=${day(-1)}`)).card_ids).toEqual(ids);
    const later = await reader.newCards(1);
    expect((await reader.page(`since=${day()}`)).card_ids).toEqual([...ids, ...later]);
  });

  it('stores the first day in the cursor, and returns it on later pages [S212]', async () => {
    const { next_cursor } = await reader.page(`since=${day(-7)}`);
    expect((await reader.page(`cursor=${next_cursor}`)).since).toBe(day(-7));
  });

  it('ignores since if there is a cursor, even if since is invalid or sent twice [S207]', async () => {
    const cursor = await reader.end();
    for (const since of ['since=2999-01-01', 'since=x&since=y']) {
      expect((await reader.page(`cursor=${cursor}&${since}`)).since).toBe(day());
    }
  });
});
