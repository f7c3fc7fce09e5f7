import { describe, expect, it } from '@jest/globals';
import { addAccount, type TestPlan } from '@gcd/testing/account.js';
import { runAdmin } from '@gcd/testing/admin-process.js';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { sendRequest } from '@gcd/testing/raw-http.js';

const CERT = '/v1/certs/psa/10000001';
const CARD = `/v1/cards/${fixtureCard('1a')}`;
const CATALOG = '/v1/catalogs/psa';
const CHANGES = '/v1/cards/population/changes';
const ANY = { 'if-none-match': '*' };

interface Sent {
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'HEAD' | 'POST';
}

async function client(plan: TestPlan = {}) {
  const { id, key } = await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'), {
    base: 10,
    permissions: ['images', 'history', 'changes'],
    catalogs: ['psa'],
    ...plan,
  });
  const send = async (target: string, { headers = {}, method = 'GET' }: Sent = {}) => {
    const options = { method: method as 'GET' };
    const response = await sendRequest(target, { 'x-api-key': key, ...headers }, options);
    const isJson = response.headers['content-type']?.startsWith('application/json');
    const text = response.bytes.toString();
    return { ...response, body: isJson && text !== '' ? JSON.parse(text) : null };
  };
  /** Returns the number of requests charged to each bucket. */
  const used = async (): Promise<Record<string, number>> => {
    const { body } = await send('/v1/usage');
    const buckets: { bucket: string; used: number }[] = body.data.buckets;
    return Object.fromEntries(buckets.map((each) => [each.bucket, each.used]));
  };
  return { id, send, used };
}

describe('charging', () => {
  it.each<[number, string, string, Sent]>([
    [200, 'a successful request', CERT, {}],
    [200, 'a HEAD request', CERT, { method: 'HEAD' }],
    [200, 'a HEAD request for a download', CATALOG, { method: 'HEAD' }],
    [202, 'a spec whose mapping is in progress', '/v1/specs/psa/9990001', {}],
    [206, 'a range of a download', CATALOG, { headers: { range: 'bytes=0-9' } }],
    [304, 'unchanged data', CERT, { headers: ANY }],
    [304, 'a HEAD request for unchanged data', CERT, { headers: ANY, method: 'HEAD' }],
    [304, 'an unchanged download', CATALOG, { headers: ANY }],
    [304, 'a HEAD request for an unchanged download', CATALOG, { headers: ANY, method: 'HEAD' }],
    [400, 'an invalid parameter', `${CERT}?psa_dna=1`, {}],
    [400, 'an unknown grader', '/v1/certs/ace/1', {}],
    [404, 'an unknown cert', '/v1/certs/psa/0', {}],
    [404, 'a HEAD request for an unknown cert', '/v1/certs/psa/0', { method: 'HEAD' }],
    [200, 'the list of movers', '/v1/cards/population/movers', {}],
    [404, 'an unknown set', '/v1/sets/0', {}],
    [404, 'an unknown endpoint', '/v1/nothing', {}],
    [404, 'an unknown catalog', '/v1/catalogs/nothing', {}],
    [416, 'a range beyond the end', CATALOG, { headers: { range: 'bytes=999999999-' } }],
  ])(
    '%i: charges one request for %s [S265 S268 S272 S273 S274]',
    async (status, _what, target, sent) => {
      const { send, used } = await client();
      const { headers, ...response } = await send(target, sent);
      expect(response.status).toBe(status);
      expect(headers).toMatchObject({
        'x-ratelimit-bucket': 'base',
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': '9',
        'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
        'ratelimit-policy': '"base";q=10;w=86400',
        ratelimit: expect.stringMatching(/^"base";r=9;t=\d+$/),
      });
      expect(await used()).toEqual({ base: 1 });
    },
  );
});

describe('charging of batch requests', () => {
  const CERTS = '/v1/certs/psa?certs=10000001,10000002,404,%2310000001';
  const CARDS = `/v1/cards/population?card_ids=${fixtureCard('1a')},404,${fixtureCard('1A')}`;

  it.each<[number, string, string, number, Sent]>([
    [200, 'certs: one request for each distinct number, found or not', CERTS, 3, {}],
    [200, 'cards: one request for each distinct id, found or not', CARDS, 2, {}],
    [200, 'a HEAD request', CERTS, 3, { method: 'HEAD' }],
    [304, 'unchanged data', CERTS, 3, { headers: ANY }],
    [400, 'an empty list', '/v1/certs/psa', 1, {}],
    [400, 'more than 100 ids', `/v1/certs/psa?certs=${[...Array(101).keys()]}`, 1, {}],
    [400, 'another invalid parameter', `${CERTS}&parsed_description=1`, 1, {}],
    [400, 'an unknown grader', '/v1/certs/ace?certs=1,2,3', 1, {}],
    [
      400,
      'an unknown parameter in strict mode',
      `${CERTS}&a=b`,
      1,
      { headers: { prefer: 'handling=strict' } },
    ],
  ])('%i: charges a batch by its cost: %s', async (status, _what, target, cost, sent) => {
    const { send, used } = await client();
    const { headers, ...response } = await send(target, sent);
    expect(response.status).toBe(status);
    expect(headers).toMatchObject({
      'x-ratelimit-bucket': 'base',
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': String(10 - cost),
      ratelimit: expect.stringContaining(`;r=${10 - cost};`),
    });
    expect(await used()).toEqual({ base: cost });
  });

  it('429: charges nothing if a batch costs more than the remaining quota', async () => {
    const { send, used } = await client({ base: 5 });
    expect((await send(CERTS)).headers['x-ratelimit-remaining']).toBe('2');
    const { status, headers, body } = await send(CERTS);
    expect([status, body.error.code]).toEqual([429, 'quota_exceeded']);
    expect(headers).toMatchObject({
      'x-ratelimit-bucket': 'base',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '2',
    });
    const untilReset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
    expect(Math.abs(Number(headers['retry-after']) - untilReset)).toBeLessThan(5);
    expect(await used()).toEqual({ base: 3 });
    expect((await send(CARDS)).headers['x-ratelimit-remaining']).toBe('0');
    expect((await send(CERT)).status).toBe(429);
  });

  it('200: counts a batch as one request against the rate limit', async () => {
    const { send } = await client({ rate: 2 });
    const statuses = [(await send(CERTS)).status, (await send(CERTS)).status];
    expect(statuses).toEqual([200, 200]);
  });
});

describe('charging', () => {
  it.each<[number, string, string, Sent]>([
    [200, 'a usage request', '/v1/usage', {}],
    [200, 'a HEAD request for usage', '/v1/usage', { method: 'HEAD' }],
    [304, 'unchanged usage', '/v1/usage', { headers: ANY }],
    [400, 'invalid usage', '/v1/usage?a=b', { headers: { prefer: 'handling=strict' } }],
    [400, 'a malformed URI', `/${CERT}`, {}],
    [400, 'a malformed query string', `${CERT}?a=%zz`, {}],
    [400, 'too many parameters', `${CERT}?${'a&'.repeat(40)}`, {}],
    [403, 'a catalog that the key may not download', '/v1/catalogs/pokemon', {}],
    [404, 'an unknown path outside the API', '/nothing', {}],
    [405, 'a method other than GET', CERT, { method: 'POST' }],
    [414, 'a URI that is too long', `${CERT}?${'a'.repeat(9000)}`, {}],
  ])('%i: charges nothing for %s [S161]', async (status, _what, target, sent) => {
    const { send, used } = await client();
    const { headers, ...response } = await send(target, sent);
    expect(response.status).toBe(status);
    expect(headers).not.toHaveProperty('x-ratelimit-bucket');
    expect(headers).not.toHaveProperty('ratelimit');
    expect(await used()).toEqual({ base: 0 });
  });

  it('429: charges nothing for a request above the rate limit [S269 S279]', async () => {
    const { send, used } = await client({ rate: 1 });
    const responses = await Promise.all([send(CERT), send(CERT), send(CERT)]);
    const limited = responses.filter(({ body }) => body.error?.code === 'rate_limited');
    expect(limited.length).toBeGreaterThan(0);
    for (const { status, headers } of limited) {
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      expect(headers).not.toHaveProperty('x-ratelimit-bucket');
      expect(headers).not.toHaveProperty('ratelimit');
    }
    const admitted = responses.length - limited.length;
    await eventually(async () => expect(await used()).toEqual({ base: admitted }));
  });
});

describe('the quota bucket of a request', () => {
  const of = [
    ['images', `${CERT}/images`],
    ['history', `${CARD}/population/history`],
    ['history', `${CARD}/history`],
    ['changes', CHANGES],
  ] as const;

  it.each(of)('requires the permission %s for %s [S226]', async (permission, target) => {
    const { send } = await client({ permissions: [] });
    const { status, body } = await send(target);
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
    expect(body.error.details).toEqual({ permission });
    expect(body.error.message).toMatch(
      new RegExp(`permission \`${permission}\`.*Ask your provider.*\`/v1/usage\``),
    );
  });

  it.each(of)('is base if the plan has no limit for %s: %s [S267]', async (_, target) => {
    const { send, used } = await client();
    const { status, headers } = await send(target);
    expect([status, headers['x-ratelimit-bucket']]).toEqual([200, 'base']);
    expect(await used()).toEqual({ base: 1 });
  });

  it.each(of)(
    'is read:%s for %s if the plan has a limit for that permission, and can be exhausted without affecting other buckets [S163 S186 S216 S226 S266 S270 S271]',
    async (permission, target) => {
      const { send, used } = await client({ [permission]: 1 });
      const quota = { 'x-ratelimit-bucket': `read:${permission}`, 'x-ratelimit-remaining': '0' };
      expect(await send(target)).toMatchObject({ status: 200, headers: quota });
      expect(await used()).toEqual({ base: 0, [`read:${permission}`]: 1 });
      const { status, headers, body } = await send(target);
      expect([status, body.error.code]).toEqual([429, 'quota_exceeded']);
      expect(headers).toMatchObject(quota);
      const untilReset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
      expect(Math.abs(Number(headers['retry-after']) - untilReset)).toBeLessThan(5);
      expect((await send(CERT)).status).toBe(200);
    },
  );

  it('is base for an unknown path under a route with its own quota', async () => {
    const { send } = await client({ history: 2 });
    const { status, headers } = await send(`${CARD}/history/nothing`);
    expect([status, headers['x-ratelimit-bucket']]).toEqual([404, 'base']);
  });
});

describe('a request on an unlimited plan', () => {
  it('gets no quota headers', async () => {
    const { key } = await addAccount(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
    const { headers } = await sendRequest(CERT, { 'x-api-key': key });
    const names = Object.keys(headers).filter((name) => /ratelimit/.test(name));
    expect(names).toEqual([]);
  });
});

const tomorrow = (): number => (Math.floor(Date.now() / 86_400_000) + 1) * 86_400;

describe('quota headers', () => {
  it('count down to zero with a constant reset time, and the next request returns 429 [S239 S247 S264 S270 S271 S275 S276]', async () => {
    const { send, used } = await client({ base: 3 });
    const reset = String(tomorrow());
    const quota = (remaining: string) => ({
      'x-ratelimit-bucket': 'base',
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    });
    for (const remaining of ['2', '1', '0']) {
      expect(await send(CERT)).toMatchObject({ status: 200, headers: quota(remaining) });
    }
    const { status, headers, body } = await send(CERT);
    expect([status, body.error.code]).toEqual([429, 'quota_exceeded']);
    expect(headers).toMatchObject(quota('0'));
    const untilReset = tomorrow() - Date.now() / 1000;
    expect(Math.abs(Number(headers['retry-after']) - untilReset)).toBeLessThan(3);
    expect(await used()).toEqual({ base: 3 });
  });

  it('give the end of the month as the reset time if the period is a month [S264 S276]', async () => {
    const { headers } = await (await client({ period: 'month' })).send(CERT);
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
    expect(headers['x-ratelimit-reset']).toBe(String(end));
  });
});

describe('admission', () => {
  it('checks permissions before quotas [S161 S225 S237 S244]', async () => {
    const { send } = await client({ base: 0, permissions: [] });
    expect((await send(CERT)).body.error.code).toBe('quota_exceeded');
    expect((await send(`${CERT}/images`)).body.error.code).toBe('forbidden');
  });

  it('checks the rate limit before permissions [S239 S246 S278]', async () => {
    const { send } = await client({ rate: 1, permissions: [] });
    await send(CERT);
    const { status, body } = await send(`${CERT}/images`);
    expect([status, body.error.code]).toEqual([429, 'rate_limited']);
  });

  it.each(['/v1/nothing', `${CERT}?psa_dna=1`])('checks quotas before %s', async (target) => {
    const { send } = await client({ base: 0 });
    expect((await send(target)).body.error.code).toBe('quota_exceeded');
  });
});

describe('GET /v1/usage', () => {
  it('reports the plan and the remaining requests in each limited bucket', async () => {
    const { send } = await client({ rate: 50, images: 5 });
    await send(CERT);
    await send(CERT);
    const { status, body } = await send('/v1/usage');
    const reset = tomorrow();
    expect(status).toBe(200);
    expect(body.data).toEqual({
      plan: expect.stringMatching(/^test-/),
      period: 'day',
      buckets: [
        { bucket: 'base', limit: 10, used: 2, remaining: 8, reset },
        { bucket: 'read:images', limit: 5, used: 0, remaining: 5, reset },
      ],
      rate_limit_per_second: 50,
      permissions: ['images', 'history', 'changes'],
      catalogs: ['psa'],
    });
  });

  it('returns 304 until the usage changes', async () => {
    const { send } = await client();
    const { etag = '' } = (await send('/v1/usage')).headers;
    const again = async () =>
      (await send('/v1/usage', { headers: { 'if-none-match': etag } })).status;
    expect(await again()).toBe(304);
    await send(CERT);
    expect(await again()).toBe(200);
  });
});

it("`admin status` prints each key's usage to within one lease", async () => {
  const { send, id } = await client({ base: 60_000 });
  for (let sent = 0; sent < 3; sent += 1) await send(CERT);
  const { keys } = await runAdmin<{ keys: { id: string; usage: unknown[] }[] }>(['status'], {
    DATABASE_URL: testEnvironment('TEST_FIXTURE_DATABASE_URL'),
    NATS_URL: testEnvironment('TEST_NATS_URL'),
  });
  const usage = keys.find((each) => each.id === id)?.usage as [{ used_at_most: number }];
  expect(usage).toEqual([
    { bucket: 'base', since: expect.any(String), used_at_most: expect.any(Number) },
  ]);
  expect(usage[0].used_at_most).toBeGreaterThanOrEqual(3);
  expect(usage[0].used_at_most).toBeLessThanOrEqual(3 + 60);
});

it('the full quota of the next period is available immediately', async () => {
  const { send } = await client({ base: 5, period: '1s' });
  const counted = new Map<unknown, number>();
  while (counted.size < 4) {
    const { status, headers } = await send(CERT);
    const before = counted.get(headers['x-ratelimit-reset']) ?? 0;
    if (status === 200) expect(headers['x-ratelimit-remaining']).toBe(String(4 - before));
    counted.set(headers['x-ratelimit-reset'], before + (status === 200 ? 1 : 0));
  }
  // The test may have covered only part of the first and last periods.
  expect([...counted.values()].slice(1, -1)).toEqual([5, 5]);
});
