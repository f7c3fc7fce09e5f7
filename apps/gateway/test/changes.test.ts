import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { CHANGES, day, FeedReader } from '@gcd/testing/feed-reader.js';

let feed: FeedStack;
let reader: FeedReader;
beforeAll(async () => {
  feed = await startFeedStack('gcd_changes');
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
});

describe('GET /v1/cards/population/changes: 400', () => {
  const rejected = async (parameters: string) => {
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
  ])('rejects an invalid cursor: %.30s [S208]', async (cursor) => {
    expect(await rejected(`cursor=${cursor}`)).toEqual(invalid('cursor', 'malformed'));
  });

  it('rejects a cursor that makes the URL too long', async () => {
    const { status, body } = await reader.get(`cursor=${'A'.repeat(9000)}`);
    expect([status, body.error.details.type]).toEqual([414, 'uri_too_long']);
    expect((await reader.get(`cursor=${'A'.repeat(20_000)}`)).status).toBe(431);
  });

  it('rejects an invalid cursor even if since is valid [S208]', async () => {
    expect(await rejected(`cursor=x&since=${day()}`)).toEqual(invalid('cursor', 'malformed'));
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
    expect(await rejected(`since=${since}`)).toEqual(invalid('since', 'malformed'));
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
  ])('rejects limit=%s [S209 S260]', async (limit, reason) => {
    expect(await rejected(`limit=${limit}`)).toEqual(invalid('limit', reason));
    expect(await rejected(`page_size=${limit}`)).toEqual(invalid('page_size', reason));
  });

  it.each(['limit', 'page_size'])(
    'rejects %s above 1,000 with include=population',
    async (name) => {
      expect(await rejected(`include=population&${name}=1001`)).toEqual(
        invalid(name, 'out_of_range'),
      );
      expect(await rejected(`${name}=1001&include=%20population`)).toEqual(
        invalid(name, 'out_of_range'),
      );
      expect(await rejected(`${name}=x&include=population`)).toEqual(invalid(name, 'malformed'));
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
    expect(await rejected(parameters)).toEqual(invalid('include', reason));
  });

  it.each([
    ['limit=1&page_size=1', 'limit'],
    ['limit=1&limit=1', 'limit'],
    [`since=${day()}&since=${day()}`, 'since'],
    ['cursor=a&cursor=b', 'cursor'],
  ])('rejects %s, which repeats a parameter', async (parameters, name) => {
    expect(await rejected(parameters)).toEqual(invalid(name, 'repeated'));
  });
});

describe('GET /v1/cards/population/changes: permissions and quotas', () => {
  async function keyOf(...options: string[]): Promise<string> {
    const name = `plan${options.join('')}`.replace(/[^\w]/g, '');
    await feed.admin('plans', 'set', name, '--rate', '1000', '--period', 'day', ...options);
    return (await feed.admin<{ key: string }>('keys', 'create', '--plan', name)).key;
  }

  it('403: rejects a key that lacks the permission [S226]', async () => {
    const { status, body } = await feed.get(CHANGES, await keyOf('--permit', 'images,history'));
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  });

  it("429: rejects only this operation if the plan's quota for changes is exhausted", async () => {
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

  it('charges the base quota if the plan has no quota for changes', async () => {
    const { headers } = await feed.get(CHANGES, await keyOf('--permit', 'changes', '--base', '9'));
    expect(headers.get('x-ratelimit-bucket')).toBe('base');
  });
});
