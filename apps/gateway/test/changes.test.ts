import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Answer } from '../../../infra/test/api.ts';
import { query } from '../../../infra/test/database.ts';
import { type FeedStack, startFeedStack } from '../../../infra/test/feed.ts';

const CHANGES = '/v1/cards/population/changes';
const DAY_MS = 86_400_000;

/** The day that is so many days from today, in UTC. */
const day = (offset = 0): string =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

let feed: FeedStack;
beforeAll(async () => {
  feed = await startFeedStack('gcd_changes');
});
afterAll(() => feed.stop());

const get = (parameters = ''): Promise<Answer> => feed.get(`${CHANGES}?${parameters}`);

/** The data of a page that must be there. */
async function page(parameters = '') {
  const { status, body } = await get(parameters);
  expect(status).toBe(200);
  return body.data;
}

/** Where the feed ends now. */
async function end(): Promise<string> {
  let newest = await page('limit=10000');
  while (newest.has_more) newest = await page(`limit=10000&cursor=${newest.next_cursor}`);
  return newest.next_cursor;
}

let cards = 0;

/** The id of a card of a grader: letters of its own, and a number. */
const idOf = (grader: string, number: number): string =>
  `${{ psa: 'aa', beckett: 'bb', sgc: 'cc', cgc: 'dd' }[grader]}${String(number).padStart(38, '0')}`;

/** Ids of as many cards that nobody has seen before, with a population each, loaded together. */
async function newCards(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => idOf('psa', cards + index));
  cards += count;
  await feed.load({
    'cards.csv': `card_id,grader,description\n${ids.map((id) => `${id},psa,x\n`).join('')}`,
    'populations.csv': populations(...ids.map((id): [string, string, number] => [id, day(-9), 1])),
  });
  return ids;
}

const populations = (...rows: readonly [id: string, date: string, tens: number][]): string =>
  `card_id,date,grades\n${rows.map(([id, date, tens]) => `${id},${date},"{""psa_10"": ${tens}}"\n`).join('')}`;

const matches = (...rows: readonly [id: string, universal: string][]): string =>
  `card_id,universal_card_id\n${rows.map((row) => `${row.join(',')}\n`).join('')}`;

describe('200: a page', () => {
  it('has the ids, how many, the first day, whether there is more, and where to go on', async () => {
    const cursor = await end();
    const ids = await newCards(3);
    expect(await page(`cursor=${cursor}`)).toEqual({
      card_ids: ids,
      count: 3,
      since: day(),
      has_more: false,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
    });
  });

  it('of as many ids as asked for, until there is no more', async () => {
    let cursor = await end();
    const ids = await newCards(5);
    const pages: string[][] = [];
    for (let more = true; more; ) {
      const { card_ids, count, has_more, next_cursor } = await page(`cursor=${cursor}&limit=2`);
      expect(count).toBe(card_ids.length);
      pages.push(card_ids);
      [more, cursor] = [has_more, next_cursor];
    }
    expect(pages.map((each) => each.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(ids);
  });

  it('that is full and the last says so', async () => {
    const cursor = await end();
    await newCards(2);
    expect(await page(`cursor=${cursor}&page_size=2`)).toMatchObject({ count: 2, has_more: false });
  });

  it('without ids has the cursor that it was asked with, which finds what comes later', async () => {
    const cursor = await end();
    for (let again = 0; again < 3; again += 1) {
      expect(await page(`cursor=${cursor}`)).toEqual({
        card_ids: [],
        count: 0,
        since: day(),
        has_more: false,
        next_cursor: cursor,
      });
    }
    const ids = await newCards(1);
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual(ids);
  });

  it('of the first call of a reader who is up to date has a cursor too', async () => {
    const { next_cursor, card_ids } = await page(`since=${day()}&limit=10000`);
    expect(card_ids.length).toBeGreaterThan(0);
    const ids = await newCards(1);
    expect((await page(`cursor=${next_cursor}`)).card_ids).toEqual(ids);
  });

  it('of ten thousand ids', async () => {
    const cursor = await end();
    await newCards(10_001);
    const first = await page(`cursor=${cursor}&limit=10000`);
    expect([new Set(first.card_ids).size, first.has_more]).toEqual([10_000, true]);
    expect(await page(`cursor=${first.next_cursor}`)).toMatchObject({ count: 1, has_more: false });
  });

  it('a card that changed twice stands there once, where it changed last', async () => {
    const cursor = await end();
    const [one = '', other = ''] = await newCards(2);
    await feed.load({ 'populations.csv': populations([one, day(-8), 2]) });
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual([other, one]);
  });

  it('and one that changes after it was read comes again', async () => {
    const [id = ''] = await newCards(1);
    const cursor = await end();
    await feed.load({ 'populations.csv': populations([id, day(-8), 2]) });
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual([id]);
  });
});

describe('200: since', () => {
  /** Moves every change so far to earlier days. */
  const age = (days: number) =>
    query(
      feed.databaseUrl,
      `with days as (update feed_days set day = day - $1::integer)
       update feed_head set last_day = last_day - $1::integer`,
      [days],
    );

  it('is today when nothing is said', async () => {
    await age(1);
    expect(await page()).toMatchObject({ since: day(), card_ids: [], has_more: false });
    const ids = await newCards(1);
    expect(await page()).toMatchObject({ since: day(), card_ids: ids });
  });

  it('begins with the first change of that day, or of the next one that has any', async () => {
    await age(2);
    const [three = ''] = await newCards(1);
    await age(3);
    const [today = ''] = await newCards(1);
    expect((await page(`since=${day()}`)).card_ids).toEqual([today]);
    expect((await page(`since=${day(-2)}`)).card_ids).toEqual([today]);
    expect((await page(`since=${day(-3)}`)).card_ids).toEqual([three, today]);
    expect((await page(`since=${day(-4)}`)).card_ids).toEqual([three, today]);
    expect((await page(`since=${day(-30)}&limit=10000`)).count).toBeGreaterThan(2);
  });

  it('stays the same from page to page, for months', async () => {
    const { next_cursor } = await page(`since=${day(-7)}`);
    expect((await page(`cursor=${next_cursor}`)).since).toBe(day(-7));
  });

  it.each(['2999-01-01', 'never', ''])(
    'is ignored beside a cursor, even when it is %j',
    async (since) => {
      const cursor = await end();
      expect((await page(`cursor=${cursor}&since=${since}`)).since).toBe(day());
    },
  );
});

describe('200: what is in the feed', () => {
  /** Ids that a load puts in the feed. */
  async function put(files: Record<string, string>): Promise<string[]> {
    const cursor = await end();
    await feed.load(files);
    return (await page(`cursor=${cursor}`)).card_ids;
  }

  it('a card whose newest counts changed, up or down', async () => {
    const [id = ''] = await newCards(1);
    expect(await put({ 'populations.csv': populations([id, day(-5), 5]) })).toEqual([id]);
    expect(await put({ 'populations.csv': populations([id, day(-4), 4]) })).toEqual([id]);
    expect(await put({ 'populations.csv': populations([id, day(-4), 3]) })).toEqual([id]);
  });

  it('not a card whose counts are the same, or whose past is told', async () => {
    const [id = ''] = await newCards(1);
    expect(await put({ 'populations.csv': populations([id, day(-5), 1]) })).toEqual([]);
    expect(await put({ 'populations.csv': populations([id, day(-20), 9]) })).toEqual([]);
    expect(await put({ 'cards.csv': `card_id,grader,description\n${id},psa,other\n` })).toEqual([]);
  });

  it('a matched card under its universal id, whichever entry changed, once', async () => {
    cards += 1;
    const [one, two] = [idOf('psa', cards), idOf('sgc', cards)];
    const files = {
      'cards.csv': `card_id,grader,description,universal_card_id\n${one},psa,x,${one}\n${two},sgc,x,${one}\n`,
      'populations.csv': `card_id,date,grades\n${two},${day(-9)},"{""sgc_10"": 1}"\n`,
    };
    expect(await put(files)).toEqual([one]);
    const both = `${populations([one, day(-8), 1])}${two},${day(-8)},"{""sgc_10"": 2}"\n`;
    expect(await put({ 'populations.csv': both })).toEqual([one]);
    cards += 1;
  });

  it('matching and unmatching, for both cards', async () => {
    cards += 1;
    const [one, two] = [idOf('psa', cards), idOf('sgc', cards)];
    cards += 1;
    await feed.load({
      'cards.csv': `card_id,grader,description\n${one},psa,x\n${two},sgc,x\n`,
      'populations.csv': `${populations([one, day(-9), 1])}${two},${day(-9)},"{""sgc_10"": 1}"\n`,
    });
    const fromTheStart = await page('limit=10000');
    expect(fromTheStart.card_ids).toEqual(expect.arrayContaining([one, two]));
    expect(await put({ 'matches.csv': matches([two, one]) })).toEqual([one]);
    // What is matched is not there under its own id any more, and what it was is not lost.
    expect((await page('limit=10000')).card_ids).not.toContain(two);
    expect(await put({ 'matches.csv': matches([two, '']) })).toEqual([one, two].sort());
  });

  it('what was loaded while something else is being written for long', async () => {
    const cursor = await end();
    const writer = new pg.Client(feed.databaseUrl);
    await writer.connect();
    await writer.query(`begin; insert into loads (directory) values ('for long')`);
    const ids = await newCards(1);
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual(ids);
    await writer.end();
  });

  it('nothing of a load that was taken back', async () => {
    const [id = ''] = await newCards(1);
    const cursor = await end();
    const files = { 'populations.csv': populations([id, day(-5), 7], ['0'.repeat(40), day(), 1]) };
    await expect(feed.load(files, '--strict')).rejects.toThrow(/status 1/);
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual([]);
  });
});

describe('200: after a restore', () => {
  it('readers go back to what is certain, and miss nothing', async () => {
    const kept = await end();
    const [lost = ''] = await newCards(1);
    const ahead = await end();
    // The restored database is as it was before.
    await query(feed.databaseUrl, `delete from card_changes where card_id = decode($1, 'hex')`, [
      lost,
    ]);
    await query(feed.databaseUrl, 'update feed_head set seq = seq - 1');
    await feed.admin('feed', 'restored');
    const ids = await newCards(1);
    expect((await page(`cursor=${ahead}`)).card_ids).toEqual(ids);
    expect((await page(`cursor=${kept}`)).card_ids).toEqual(ids);
    expect((await page(`cursor=${await end()}`)).card_ids).toEqual([]);
  });

  it('nobody has to say so when it is another cluster, or another branch of it', async () => {
    const [lost = ''] = await newCards(1);
    const ahead = await end();
    await query(feed.databaseUrl, `delete from card_changes where card_id = decode($1, 'hex')`, [
      lost,
    ]);
    await query(feed.databaseUrl, `update feed_head set seq = seq - 1, history = 'another'`);
    expect((await page(`cursor=${ahead}`)).next_cursor).toBe(ahead);
    const ids = await newCards(1);
    expect((await page(`cursor=${ahead}`)).card_ids).toEqual(ids);
  });

  it('a cursor of an epoch that the database never had begins at the beginning', async () => {
    const cursor = await end();
    const all = await query(feed.databaseUrl, 'select from card_changes');
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch + 1');
    expect((await page(`cursor=${cursor}&limit=10000`)).has_more).toBe(all.length > 10_000);
    expect((await page(`cursor=${cursor}&limit=10000`)).count).toBe(Math.min(all.length, 10_000));
  });

  it('a database that is behind has nothing new, and the cursor stays good', async () => {
    const cursor = await end();
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch - 1');
    expect(await page(`cursor=${cursor}`)).toMatchObject({ card_ids: [], next_cursor: cursor });
    await query(feed.databaseUrl, 'update feed_head set epoch = epoch + 1');
    const ids = await newCards(1);
    expect((await page(`cursor=${cursor}`)).card_ids).toEqual(ids);
  });
});

describe('400', () => {
  const refused = async (parameters: string) => {
    const { status, body } = await get(parameters);
    const { code, details } = body.error;
    return [status, code, details.parameter, details.reason];
  };
  const invalid = (parameter: string, reason: string) => [
    400,
    'invalid_parameter',
    parameter,
    reason,
  ];

  it.each([
    '',
    'x',
    'A'.repeat(52),
    'A'.repeat(201),
    'A'.repeat(5000),
    '%F0%9F%92%A9'.repeat(13),
    "'%20or%201=1--",
    '%00',
  ])('a cursor that is none: %.30s', async (cursor) => {
    expect(await refused(`cursor=${cursor}`)).toEqual(invalid('cursor', 'malformed'));
  });

  it('a cursor with any character changed, taken away or added', async () => {
    const cursor = await end();
    const other = (character: string): string => (character === 'A' ? 'B' : 'A');
    const forged = [...cursor].flatMap((character, at) => [
      cursor.slice(0, at) + other(character) + cursor.slice(at + 1),
      cursor.slice(0, at) + cursor.slice(at + 1),
    ]);
    const answers = await Promise.all(
      [...forged, `${cursor}A`, `${cursor}=`, cursor.toLowerCase()].map((each) =>
        refused(`cursor=${each}`),
      ),
    );
    for (const answer of answers) expect(answer).toEqual(invalid('cursor', 'malformed'));
  });

  it('a cursor of more than the edge lets in', async () => {
    const { status, body } = await get(`cursor=${'A'.repeat(9000)}`);
    expect([status, body.error.details.type]).toEqual([414, 'uri_too_long']);
    expect((await get(`cursor=${'A'.repeat(20_000)}`)).status).toBe(431);
  });

  it('a bad cursor beside a good since', async () => {
    expect(await refused(`cursor=x&since=${day()}`)).toEqual(invalid('cursor', 'malformed'));
  });

  it.each([
    '',
    'today',
    'infinity',
    '2026-1-1',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '20260101',
    '2026-01-01T00:00:00Z',
    '%202026-01-01',
    '+02026-01-01',
    '-2026-01-01',
    '12026-01-01',
    '%D9%A2%D9%A0%D9%A2%D9%A6-%D9%A0%D9%A1-%D9%A0%D9%A1',
    '%EF%BC%92026-01-01',
  ])('since that is no date: %j', async (since) => {
    expect(await refused(`since=${since}`)).toEqual(invalid('since', 'malformed'));
  });

  it('since that is still to come, or too long ago', async () => {
    expect(await refused(`since=${day(1)}`)).toEqual(invalid('since', 'in_future'));
    expect(await refused('since=9999-12-31')).toEqual(invalid('since', 'in_future'));
    expect(await refused(`since=${day(-31)}`)).toEqual(invalid('since', 'out_of_range'));
    expect(await refused('since=0000-01-01')).toEqual(invalid('since', 'out_of_range'));
  });

  it.each([
    ['0', 'out_of_range'],
    ['10001', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['99999999999999999999', 'out_of_range'],
    ['', 'malformed'],
    ['ten', 'malformed'],
    ['1e3', 'malformed'],
    ['0x10', 'malformed'],
    ['1.0', 'malformed'],
    ['%201', 'malformed'],
    ['%2B1', 'malformed'],
    ['01', 'malformed'],
    ['%D9%A1', 'malformed'],
  ])('limit=%s', async (limit, reason) => {
    expect(await refused(`limit=${limit}`)).toEqual(invalid('limit', reason));
    expect(await refused(`page_size=${limit}`)).toEqual(invalid('page_size', reason));
  });

  it.each([
    ['limit=1&page_size=1', 'limit'],
    ['limit=1&limit=1', 'limit'],
    [`since=${day()}&since=${day()}`, 'since'],
    ['cursor=a&cursor=b', 'cursor'],
  ])('%s: sent twice', async (parameters, name) => {
    expect(await refused(parameters)).toEqual(invalid(name, 'repeated'));
  });
});

describe('the plan of a key', () => {
  async function keyOf(...options: string[]): Promise<string> {
    const name = `plan${options.join('')}`.replace(/[^\w]/g, '');
    await feed.admin('plans', 'set', name, '--rate', '1000', '--period', 'day', ...options);
    return (await feed.admin<{ key: string }>('keys', 'create', '--plan', name)).key;
  }

  it('403: needs the permission', async () => {
    const { status, body } = await feed.get(CHANGES, await keyOf('--permit', 'images,history'));
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  });

  it('429: may limit the feed by itself', async () => {
    const key = await keyOf('--permit', 'changes', '--base', '9', '--changes', '2');
    const seen = [];
    for (const parameters of ['', 'since=never', '']) {
      const { status, headers } = await feed.get(`${CHANGES}?${parameters}`, key);
      const bucket = headers.get('x-ratelimit-bucket');
      seen.push([status, bucket, headers.get('x-ratelimit-remaining')]);
    }
    expect(seen).toEqual([
      [200, 'read:changes', '1'],
      [400, 'read:changes', '0'],
      [429, 'read:changes', '0'],
    ]);
  });

  it('or not: then it is charged to base', async () => {
    const { headers } = await feed.get(CHANGES, await keyOf('--permit', 'changes', '--base', '9'));
    expect(headers.get('x-ratelimit-bucket')).toBe('base');
  });
});
