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

describe('the change feed', () => {
  /** Imports dataset files. @returns those of `ids` that the import adds to the change feed */
  const put = async (ids: readonly string[], files: Record<string, string>) =>
    only(ids, await reader.putBy(() => feed.load(files)));
  const only = (ids: readonly string[], cardIds: readonly string[]): string[] =>
    cardIds.filter((id) => ids.includes(id));

  const cases: Readonly<Record<string, () => Promise<void>>> = {
    async 'contains a card whose latest counts changed, up or down'() {
      const ids = await reader.newCards(1);
      const [id = ''] = ids;
      expect(await put(ids, { 'populations.csv': populations([id, day(-5), 5]) })).toEqual(ids);
      expect(await put(ids, { 'populations.csv': populations([id, day(-4), 4]) })).toEqual(ids);
      expect(await put(ids, { 'populations.csv': populations([id, day(-4), 3]) })).toEqual(ids);
    },

    async 'does not contain a card if only equal or older counts are imported'() {
      const ids = await reader.newCards(1);
      const [id = ''] = ids;
      expect(await put(ids, { 'populations.csv': populations([id, day(-5), 1]) })).toEqual([]);
      expect(await put(ids, { 'populations.csv': populations([id, day(-20), 9]) })).toEqual([]);
      const cards = `card_id,grader,description\n${id},psa,other\n`;
      expect(await put(ids, { 'cards.csv': cards })).toEqual([]);
    },

    async 'contains a matched card once under its universal id, regardless of which grader card changed'() {
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

    async 'contains both cards after a match and after an unmatch'() {
      const ids = reader.newIds(2);
      const [one = '', two = ''] = ids;
      await feed.load({
        'cards.csv': `card_id,grader,description\n${one},psa,x\n${two},sgc,x\n`,
        'populations.csv': `${populations([one, day(-9), 1])}${two},${day(-9)},"{""sgc_10"": 1}"\n`,
      });
      const fromTheStart = await reader.page('limit=10000');
      expect(fromTheStart.card_ids).toEqual(expect.arrayContaining([one, two]));
      expect(await put(ids, { 'matches.csv': matches([two, one]) })).toEqual([one]);
      // The feed now lists the change under the universal card id instead of the matched card's own id. Clients still
      // get the change.
      expect((await reader.page('limit=10000')).card_ids).not.toContain(two);
      expect(await put(ids, { 'matches.csv': matches([two, '']) })).toEqual([one, two]);
    },

    async 'contains changes from imports that finish while a long transaction is open'() {
      const cursor = await reader.end();
      const writer = new pg.Client(feed.databaseUrl);
      await writer.connect();
      await writer.query(`begin; insert into loads (directory) values ('for long')`);
      const ids = await reader.newCards(1);
      expect(only(ids, (await reader.page(`cursor=${cursor}`)).card_ids)).toEqual(ids);
      await writer.end();
    },

    async 'contains nothing from an import that was rolled back'() {
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

  // The cases run concurrently to save time, because each import delays pages of the feed by up to a second.
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

describe('the change feed after a restore', () => {
  /** Restores the change feed to its state before the latest change, which must concern the given card. */
  const restoreBefore = (card: string) =>
    query(
      feed.databaseUrl,
      `with lost as (delete from card_changes where card_id = decode($1, 'hex'))
       update feed_head set seq = seq - 1`,
      [card],
    );

  it('returns the changes after the last safe position again, and loses none', async () => {
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

  it('loses no changes if `admin feed restored` runs late but names the last safe position', async () => {
    const [lost = ''] = await reader.newCards(1);
    const ahead = await reader.end();
    await restoreBefore(lost);
    const [head] = await query<{ seq: string }>(feed.databaseUrl, 'select seq from feed_head');
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual([]);
    await feed.admin('feed', 'restored', '--safe', head?.seq ?? '');
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual(ids);
  });

  it('begins a new epoch automatically on another PostgreSQL cluster or timeline', async () => {
    const [lost = ''] = await reader.newCards(1);
    const ahead = await reader.end();
    await restoreBefore(lost);
    await query(feed.databaseUrl, `update feed_head set history = 'another'`);
    expect((await reader.page(`cursor=${ahead}`)).next_cursor).toBe(ahead);
    const ids = await reader.newCards(1);
    expect((await reader.page(`cursor=${ahead}`)).card_ids).toEqual(ids);
  });

  it('returns all changes from the beginning for a cursor from an unknown epoch', async () => {
    const cursor = await reader.end();
    const all = await query(feed.databaseUrl, 'select from card_changes');
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch + 1');
    expect((await reader.page(`cursor=${cursor}&limit=10000`)).has_more).toBe(all.length > 10_000);
    expect((await reader.page(`cursor=${cursor}&limit=10000`)).count).toBe(
      Math.min(all.length, 10_000),
    );
  });

  it('returns only changes that a lagging standby has replayed, and keeps the cursor valid', async () => {
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
