import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@gcd/testing/database.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { CHANGES, day, FeedReader, populations } from '@gcd/testing/feed-reader.js';

let feed: FeedStack;
let reader: FeedReader;
beforeAll(async () => {
  feed = await startFeedStack('gcd_changes', { apps: ['cards'] });
  reader = new FeedReader(feed);
});
afterAll(() => feed.stop());

describe('GET /v1/cards/population/changes: 200', () => {
  it('returns ids, their number, the first day, whether there are more, and the next cursor', async () => {
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

  it('returns as many ids as requested until there are no more', async () => {
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

  it('returns the same cursor with an empty page, and later changes follow it', async () => {
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

  it('returns a cursor to a new client even if there are no changes', async () => {
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

  it('lists a card again if it changes after it was read', async () => {
    const [id = ''] = await reader.newCards(1);
    const cursor = await reader.end();
    await feed.load({ 'populations.csv': populations([id, day(-8), 2]) });
    expect((await reader.page(`cursor=${cursor}`)).card_ids).toEqual([id]);
  });
});

describe('GET /v1/cards/population/changes?include=population: 200', () => {
  const COUNTS = (total: number, tens: number) => ({ total, gem_total: tens });
  const page = (cursor: string, more = '') =>
    reader.page(`cursor=${cursor}&include=population${more}`);

  it('returns counts and reason for each card, in the order of the ids', async () => {
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
          by_grader: { psa: COUNTS(3, 1) },
        },
        {
          card_id: two,
          reason: 'match',
          ...{ total: 9, gem_total: 2, gem_rate: 0.2222 },
          by_grader: { psa: COUNTS(3, 0), sgc: COUNTS(6, 2) },
        },
      ],
    });
    const { card_ids, changes, has_more } = await page(cursor, '&limit=1');
    expect([card_ids, changes.length, changes[0].card_id, has_more]).toEqual([[one], 1, one, true]);
    const end = await reader.end();
    expect(await page(end)).toMatchObject({ card_ids: [], changes: [], next_cursor: end });
    expect((await reader.page(`cursor=${cursor}`)).changes).toBeUndefined();
    const { body } = await feed.get(`/v1/cards/${two}/population`);
    const { total, gem_total, gem_rate } = body.data.population.population_data;
    expect((await page(cursor)).changes[1]).toMatchObject({ total, gem_total, gem_rate });
  });

  it('returns match as the reason if the counts changed as well', async () => {
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
  /** Moves all existing changes to earlier days. */
  const age = (days: number) =>
    query(
      feed.databaseUrl,
      `with days as (update feed_days set day = day - $1::integer)
       update feed_head set last_day = last_day - $1::integer`,
      [days],
    );

  it('defaults to today', async () => {
    await age(1);
    expect(await reader.page()).toMatchObject({ since: day(), card_ids: [], has_more: false });
    const ids = await reader.newCards(1);
    expect(await reader.page()).toMatchObject({ since: day(), card_ids: ids });
  });

  it('starts with the first change on or after the given day', async () => {
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

  it('keeps the first day in the cursor from page to page, for months', async () => {
    const { next_cursor } = await reader.page(`since=${day(-7)}`);
    expect((await reader.page(`cursor=${next_cursor}`)).since).toBe(day(-7));
  });

  it.each(['2999-01-01', 'never', ''])(
    'ignores since with a cursor, even if it is %j',
    async (since) => {
      const cursor = await reader.end();
      expect((await reader.page(`cursor=${cursor}&since=${since}`)).since).toBe(day());
    },
  );

  it('ignores since with a cursor, even if it is sent twice', async () => {
    const cursor = await reader.end();
    expect((await reader.page(`since=x&cursor=${cursor}&since=y`)).since).toBe(day());
  });
});

describe('GET /v1/cards/population/changes: 400', () => {
  const refused = async (parameters: string) => {
    const { status, body } = await reader.get(parameters);
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
  ])('rejects an invalid cursor: %.30s', async (cursor) => {
    expect(await refused(`cursor=${cursor}`)).toEqual(invalid('cursor', 'malformed'));
  });

  it('rejects a cursor with any character changed, removed or added', async () => {
    const cursor = await reader.end();
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

  it('rejects a cursor longer than the URL limit', async () => {
    const { status, body } = await reader.get(`cursor=${'A'.repeat(9000)}`);
    expect([status, body.error.details.type]).toEqual([414, 'uri_too_long']);
    expect((await reader.get(`cursor=${'A'.repeat(20_000)}`)).status).toBe(431);
  });

  it('rejects an invalid cursor despite a valid since', async () => {
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
  ])('rejects since=%j', async (since) => {
    expect(await refused(`since=${since}`)).toEqual(invalid('since', 'malformed'));
  });

  it('rejects since in the future or too long ago', async () => {
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
  ])('rejects limit=%s', async (limit, reason) => {
    expect(await refused(`limit=${limit}`)).toEqual(invalid('limit', reason));
    expect(await refused(`page_size=${limit}`)).toEqual(invalid('page_size', reason));
  });

  it.each(['limit', 'page_size'])(
    'rejects %s above 1,000 with include=population',
    async (name) => {
      expect(await refused(`include=population&${name}=1001`)).toEqual(
        invalid(name, 'out_of_range'),
      );
      expect(await refused(`${name}=1001&include=%20population`)).toEqual(
        invalid(name, 'out_of_range'),
      );
      expect(await refused(`${name}=x&include=population`)).toEqual(invalid(name, 'malformed'));
      expect((await reader.get(`include=population&${name}=1000`)).status).toBe(200);
      expect((await reader.get(`${name}=1001`)).status).toBe(200);
    },
  );

  it.each([
    ['include=', 'not_accepted'],
    ['include=parsed_description', 'not_accepted'],
    ['include=population,source', 'not_accepted'],
    ['include=population&include=population', 'repeated'],
  ])('rejects %s', async (parameters, reason) => {
    expect(await refused(parameters)).toEqual(invalid('include', reason));
  });

  it.each([
    ['limit=1&page_size=1', 'limit'],
    ['limit=1&limit=1', 'limit'],
    [`since=${day()}&since=${day()}`, 'since'],
    ['cursor=a&cursor=b', 'cursor'],
  ])('rejects %s sent twice', async (parameters, name) => {
    expect(await refused(parameters)).toEqual(invalid(name, 'repeated'));
  });
});

describe('GET /v1/cards/population/changes: permissions and quotas', () => {
  async function keyOf(...options: string[]): Promise<string> {
    const name = `plan${options.join('')}`.replace(/[^\w]/g, '');
    await feed.admin('plans', 'set', name, '--rate', '1000', '--period', 'day', ...options);
    return (await feed.admin<{ key: string }>('keys', 'create', '--plan', name)).key;
  }

  it('403: rejects a key without the permission', async () => {
    const { status, body } = await feed.get(CHANGES, await keyOf('--permit', 'images,history'));
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  });

  it('429: is limited separately if the plan has a quota for it', async () => {
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

  it('charges base if the plan has no quota for it', async () => {
    const { headers } = await feed.get(CHANGES, await keyOf('--permit', 'changes', '--base', '9'));
    expect(headers.get('x-ratelimit-bucket')).toBe('base');
  });
});
