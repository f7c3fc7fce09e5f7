import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { query } from '@gcd/testing/database.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { day, FeedReader, matches, populations } from '@gcd/testing/feed-reader.js';

let feed: FeedStack;
let reader: FeedReader;
beforeAll(async () => {
  feed = await startFeedStack('gcd_changes_published');
  reader = new FeedReader(feed);
});
afterAll(() => feed.stop());

describe('200: what is in the feed', () => {
  /** Of these ids, those that an import puts in the feed. */
  const put = async (ids: readonly string[], files: Record<string, string>) =>
    only(ids, await reader.putBy(() => feed.load(files)));
  const only = (ids: readonly string[], cardIds: readonly string[]): string[] =>
    cardIds.filter((id) => ids.includes(id));

  const cases: Readonly<Record<string, () => Promise<void>>> = {
    async 'a card whose newest counts changed, up or down'() {
      const ids = await reader.newCards(1);
      const [id = ''] = ids;
      expect(await put(ids, { 'populations.csv': populations([id, day(-5), 5]) })).toEqual(ids);
      expect(await put(ids, { 'populations.csv': populations([id, day(-4), 4]) })).toEqual(ids);
      expect(await put(ids, { 'populations.csv': populations([id, day(-4), 3]) })).toEqual(ids);
    },

    async 'not a card whose counts are the same, or whose past is told'() {
      const ids = await reader.newCards(1);
      const [id = ''] = ids;
      expect(await put(ids, { 'populations.csv': populations([id, day(-5), 1]) })).toEqual([]);
      expect(await put(ids, { 'populations.csv': populations([id, day(-20), 9]) })).toEqual([]);
      const cards = `card_id,grader,description\n${id},psa,other\n`;
      expect(await put(ids, { 'cards.csv': cards })).toEqual([]);
    },

    async 'a matched card under its universal id, whichever entry changed, once'() {
      const ids = reader.newIds(2);
      const [one = '', two = ''] = ids;
      const files = {
        'cards.csv': `card_id,grader,description,universal_card_id\n${one},psa,x,${one}\n${two},sgc,x,${one}\n`,
        'populations.csv': `card_id,date,grades\n${two},${day(-9)},"{""sgc_10"": 1}"\n`,
      };
      expect(await put(ids, files)).toEqual([one]);
      const both = `${populations([one, day(-8), 1])}${two},${day(-8)},"{""sgc_10"": 2}"\n`;
      expect(await put(ids, { 'populations.csv': both })).toEqual([one]);
    },

    async 'matching and unmatching, for both cards'() {
      const ids = reader.newIds(2);
      const [one = '', two = ''] = ids;
      await feed.load({
        'cards.csv': `card_id,grader,description\n${one},psa,x\n${two},sgc,x\n`,
        'populations.csv': `${populations([one, day(-9), 1])}${two},${day(-9)},"{""sgc_10"": 1}"\n`,
      });
      const fromTheStart = await reader.page('limit=10000');
      expect(fromTheStart.card_ids).toEqual(expect.arrayContaining([one, two]));
      expect(await put(ids, { 'matches.csv': matches([two, one]) })).toEqual([one]);
      // What is matched is not there under its own id any more, and what it was is not lost.
      expect((await reader.page('limit=10000')).card_ids).not.toContain(two);
      expect(await put(ids, { 'matches.csv': matches([two, '']) })).toEqual([one, two]);
    },

    async 'what was loaded while something else is being written for long'() {
      const cursor = await reader.end();
      const writer = new pg.Client(feed.databaseUrl);
      await writer.connect();
      await writer.query(`begin; insert into loads (directory) values ('for long')`);
      const ids = await reader.newCards(1);
      expect(only(ids, (await reader.page(`cursor=${cursor}`)).card_ids)).toEqual(ids);
      await writer.end();
    },

    async 'nothing of a load that was taken back'() {
      const ids = await reader.newCards(1);
      const [id = ''] = ids;
      const cursor = await reader.end();
      const counts = populations([id, day(-5), 7], ['f'.repeat(40), day(), 1]);
      await expect(feed.load({ 'populations.csv': counts }, { strict: true })).rejects.toThrow(
        '1 rows were rejected',
      );
      expect(only(ids, (await reader.page(`cursor=${cursor}`)).card_ids)).toEqual([]);
    },
  };

  // All at once: a page waits for up to a second after each import.
  let outcomes: ReadonlyMap<string, PromiseSettledResult<void>>;
  beforeAll(async () => {
    const settled = await Promise.allSettled(Object.values(cases).map((run) => run()));
    outcomes = new Map(
      Object.keys(cases).map((name, at) => [name, settled[at] as PromiseSettledResult<void>]),
    );
  });

  it.each(Object.keys(cases))('%s', (name) => {
    const outcome = outcomes.get(name);
    if (outcome?.status === 'rejected') throw outcome.reason;
  });
});

describe('200: after a restore', () => {
  /** Puts the feed back to where it was before a card was the newest in it. */
  const restoreBefore = (card: string) =>
    query(
      feed.databaseUrl,
      `with lost as (delete from card_changes where card_id = decode($1, 'hex'))
       update feed_head set seq = seq - 1`,
      [card],
    );

  it('readers go back to what is certain, and miss nothing', async () => {
    const kept = await reader.end();
    const [lost = ''] = await reader.newCards(1);
    const ahead = await reader.end();
    await restoreBefore(lost);
    await feed.admin('feed', 'restored');
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual(ids);
    expect((await reader.page(`cursor=${kept}`)).card_ids).toEqual(ids);
    expect((await reader.page(`cursor=${await reader.end()}`)).card_ids).toEqual([]);
  });

  it('also when that is said late, with the place that was not lost', async () => {
    const [lost = ''] = await reader.newCards(1);
    const ahead = await reader.end();
    await restoreBefore(lost);
    const [head] = await query<{ seq: string }>(feed.databaseUrl, 'select seq from feed_head');
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual([]);
    await feed.admin('feed', 'restored', '--safe', head?.seq ?? '');
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual(ids);
  });

  it('nobody has to say so when it is another cluster, or another branch of it', async () => {
    const [lost = ''] = await reader.newCards(1);
    const ahead = await reader.end();
    await restoreBefore(lost);
    await query(feed.databaseUrl, `update feed_head set history = 'another'`);
    expect((await reader.page(`cursor=${ahead}`)).next_cursor).toBe(ahead);
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual(ids);
  });

  it('a cursor of an epoch that the database never had begins at the beginning', async () => {
    const cursor = await reader.end();
    const all = await query(feed.databaseUrl, 'select from card_changes');
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch + 1');
    expect((await reader.page(`cursor=${cursor}&limit=10000`)).has_more).toBe(all.length > 10_000);
    expect((await reader.page(`cursor=${cursor}&limit=10000`)).count).toBe(
      Math.min(all.length, 10_000),
    );
  });

  it('a database that is behind has nothing new, and the cursor stays good', async () => {
    const cursor = await reader.end();
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch - 1');
    expect(await reader.page(`cursor=${cursor}`)).toMatchObject({
      card_ids: [],
      next_cursor: cursor,
    });
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch + 1');
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual(ids);
  });
});
