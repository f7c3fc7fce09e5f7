import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FeedStack, startFeedStack } from '../../../infra/test/feed.ts';
import {
  differences,
  followAndKill,
  loadCards,
  loadOverAndOver,
  loadSameCounts,
  startFollowing,
} from '../../../infra/test/follow-changes.ts';

// The long form is infra/soak/follow-changes.soak.ts.
const LOADS = 6;
const KILLS = 4;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'follow-changes-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('beside loads that change, match and unmatch cards', () => {
  let stack: FeedStack;
  beforeAll(async () => {
    stack = await startFeedStack('gcd_follow_changes', { apps: ['cards'] });
  });
  afterAll(() => stack.stop());

  it('killed at random, it ends with what the API says, and begins where it was', async () => {
    await loadCards(stack);
    await Promise.all([loadOverAndOver(stack, LOADS), followAndKill(stack, directory, KILLS)]);
    const last = await startFollowing(stack, directory, '--once', '--rate', '1000').ended;
    expect(last).toMatchObject({ status: 0, output: expect.stringContaining('going on') });
    expect(await differences(stack, directory)).toEqual([]);
    const again = await startFollowing(stack, directory, '--once').ended;
    expect(again.output).not.toContain('cards\n');
  });

  it('has the same counts after an import that changes only their date', async () => {
    await loadCards(stack);
    await loadSameCounts(stack, LOADS + 1);
    await startFollowing(stack, directory, '--once', '--rate', '1000').ended;
    await loadSameCounts(stack, LOADS + 2);
    const again = await startFollowing(stack, directory, '--once').ended;
    expect(again.output).not.toContain('cards\n');
    expect(await differences(stack, directory)).toEqual([]);
  });
});

describe('what an API may answer', () => {
  let server: Server;
  let calls: { path: string; at: number }[];
  /** What is answered before an answer that is good. */
  let first: { status: number; headers?: Record<string, string>; body?: string }[];
  const ID = 'ab'.repeat(20);
  const POPULATION = { card_id: ID, universal_card_id: null, population: { graders: {} } };

  beforeAll(() => {
    server = createServer((request, response) => {
      calls.push({ path: request.url ?? '', at: Date.now() });
      const odd = isUsage(request) ? undefined : first.shift();
      if (odd) return void response.writeHead(odd.status, odd.headers).end(odd.body ?? '{}');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: answerTo(request), meta: {} }));
    });
    return new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    calls = [];
    first = [];
  });

  const isUsage = ({ url }: IncomingMessage): boolean => url === '/v1/usage';

  function answerTo(request: IncomingMessage): unknown {
    if (isUsage(request)) return { rate_limit_per_second: 1000 };
    if (!request.url?.includes('changes')) return POPULATION;
    return { card_ids: [ID], count: 1, since: '2026-01-01', has_more: false, next_cursor: 'next' };
  }

  const follow = (...args: string[]) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return startFollowing({ address, key: 'a-key' }, directory, '--once', ...args).ended;
  };
  const copyOf = (id: string) =>
    JSON.parse(readFileSync(path.join(directory, 'cards', id.slice(0, 2), `${id}.json`), 'utf8'));

  it.each([
    [429, { 'retry-after': '1' }],
    [503, { 'retry-after': '1' }],
    [504, { 'retry-after': '1' }],
    [202, { 'retry-after': '1' }],
    [500, {}],
  ])('%i: it waits as long as it is asked to, and asks again', async (status, headers) => {
    first = [{ status, headers: headers as Record<string, string> }];
    expect((await follow()).status).toBe(0);
    expect(copyOf(ID)).toEqual(POPULATION);
    const [refused, repeated] = calls.filter(({ path }) => path.includes('changes'));
    expect((repeated?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('something that is no JSON, or half of it: asks again', async () => {
    first = [
      { status: 502, body: '<html>' },
      { status: 200, body: '{"data": {"card_ids": ["' },
    ];
    expect((await follow()).status).toBe(0);
    expect(copyOf(ID)).toEqual(POPULATION);
  });

  it('the last call of a quota: waits for the next period', async () => {
    const reset = Math.floor(Date.now() / 1000) + 2;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    first = [{ status: 503, headers: { ...headers, 'retry-after': '0' } }];
    expect((await follow()).status).toBe(0);
    expect(calls.filter(({ path }) => path.includes('changes'))[1]?.at).toBeGreaterThanOrEqual(
      reset * 1000,
    );
  });

  it.each([
    [401, 'invalid_api_key', {}],
    [403, 'forbidden', {}],
    [400, 'invalid_parameter', { parameter: 'cursor', reason: 'malformed' }],
  ])('%i %s: ends and says why', async (status, code, details) => {
    const error = { code, message: 'The reason.', details };
    first = [{ status, body: JSON.stringify({ error }) }];
    expect(await follow()).toMatchObject({
      status: 1,
      output: expect.stringContaining(`${code}: The reason.`),
    });
    expect(calls).toHaveLength(2);
  });

  it('calls no faster than it is told to', async () => {
    expect((await follow('--rate', '2')).status).toBe(0);
    const times = calls.map(({ at }) => at);
    for (const [index, at] of times.slice(2).entries()) {
      // Half a second; on a busy machine a request may arrive late, and the next one does not.
      expect(at - (times[index + 1] ?? 0)).toBeGreaterThanOrEqual(250);
    }
  });
});

describe('the command line', () => {
  const run = (...args: string[]) =>
    startFollowing({ address: 'http://127.0.0.1:1', key: '' }, directory, ...args).ended;

  it('--help says how', async () => {
    expect(await run('--help')).toMatchObject({
      status: 0,
      output: expect.stringContaining('API_KEY=… node follow-changes.mjs'),
    });
  });

  it.each([
    [[], 'API_KEY is not set'],
    [['--poll', 'often'], '--poll: often is not a number'],
    [['--nonsense'], '--nonsense'],
  ])('%j is refused', async (args, why) => {
    expect(await run(...args)).toMatchObject({ status: 1, output: expect.stringContaining(why) });
  });
});
