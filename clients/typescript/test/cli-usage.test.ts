import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import getPort from 'get-port';
import { gcd } from './gcd.ts';

const CARD = fixtureCard('1a');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-cli-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('API key', () => {
  const withoutKey = { GCD_API_KEY: '' };

  it('is read from a file that only its owner can read', async () => {
    const file = path.join(directory, 'key');
    writeFileSync(file, `${testEnvironment('TEST_API_KEY')}\n`);
    chmodSync(file, 0o600);
    const args = ['usage', '--key-file', file];
    expect((await gcd(args, { env: withoutKey })).status).toBe(0);
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode);
      const rejected = await gcd(args, { env: withoutKey });
      expect(rejected).toMatchObject({ status: 2, stderr: expect.stringContaining('chmod 600') });
    }
  });
});

const API = testEnvironment('TEST_API_URL');

describe('gcd', () => {
  it.concurrent.each<[number, string[], RegExp, Record<string, string>?]>([
    [2, ['cert', 'gma', '1'], /Allowed graders are psa/],
    [2, ['cert', 'psa'], /No cert numbers were given/],
    [2, ['cert', 'psa', '-', '--file', 'x'], /not both/],
    [2, ['card', '12'], /40 hexadecimal digits/],
    [2, ['history', CARD, '--grade', 'psa_99'], /There is no grade psa_99/],
    [2, ['search', 'x', '-n', '101'], /from 1 to 100/],
    [2, ['movers', '--window', 'year'], /Allowed choices/],
    [2, ['usage', '--url', 'localhost:3000'], /must be an http or https URL/],
    [2, ['history', CARD, '--from', 'yesterday'], /`from` must be a date/],
    [2, ['nonsense'], /unknown command/],
    [2, ['usage'], /Set GCD_API_KEY/, { GCD_API_KEY: '' }],
    [2, ['usage', '--key-file', '/nonexistent/key'], /does not exist/],
    [
      4,
      ['usage'],
      /^error: invalid_api(?![\s\S]*wrong )[\s\S]*Check GCD_API_KEY/,
      { GCD_API_KEY: 'wrong' },
    ],
    [3, ['card', '00'.repeat(20)], /^error: card_not_found: .*req_/],
    [1, ['cert', 'psa', '10000001', '--url', `${API}/v1`], /Set --url to the URL/],
    [1, ['cert', 'psa', '--file', '/nonexistent/certs'], /ENOENT/],
  ])('exits with %i: gcd %j', async (status, args, text, env) => {
    expect(await gcd(args, { ...(env && { env }) })).toMatchObject({
      status,
      stderr: expect.stringMatching(text),
    });
  });

  it('exits with 1 and a message of one line if the output cannot be written', async () => {
    if (!existsSync('/dev/full')) return;
    const { status, stderr } = await gcd(['cert', 'psa', '10000001'], { stdout: '/dev/full' });
    expect(stderr).toMatch(/^error: Standard output cannot be written: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });

  it.concurrent('exits with 1 and names the URL if nothing listens there', async () => {
    const url = `http://127.0.0.1:${await getPort()}`;
    const { status, stderr } = await gcd(['usage', '--url', url]);
    const reason = `No complete response came from ${url}: ECONNREFUSED`;
    expect(stderr).toMatch(new RegExp(`^Waiting 1 s: ${reason}\n`));
    expect(stderr).toContain(`error: ${reason}. Start the API, or set --url to its URL.`);
    expect(status).toBe(1);
  });
});

it('gcd --version prints the version', async () => {
  const { status, stdout } = await gcd(['--version']);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

describe('--help', () => {
  it.concurrent.each([[], ['cert'], ['verify'], ['mirror']])(
    'contains examples: gcd %s',
    async (...command) => {
      const { status, stdout } = await gcd([...command, '--help']);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/Examples?:\n {2}\$ gcd /)]);
    },
  );
});
