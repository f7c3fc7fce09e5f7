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

  it('is required: without one, gcd exits with 2', async () => {
    const none = await gcd(['usage'], { env: withoutKey });
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('Set GCD_API_KEY') });
    const noFile = await gcd(['usage', '--key-file', '/nonexistent/key']);
    expect(noFile).toMatchObject({ status: 2, stderr: expect.stringContaining('does not exist') });
  });

  it('must be valid: with an invalid one, gcd exits with 4', async () => {
    const wrong = await gcd(['usage'], { env: { GCD_API_KEY: 'wrong' } });
    expect(wrong).toMatchObject({
      status: 4,
      stderr: expect.stringMatching(/^error: invalid_api/),
    });
    expect(wrong.stderr).not.toContain('wrong ');
    expect(wrong.stderr).toContain('Check GCD_API_KEY');
  });
});

describe('gcd with invalid input', () => {
  it.each([
    [['cert', 'gma', '1'], 'Allowed graders are psa'],
    [['cert', 'psa'], 'No cert numbers were given'],
    [['cert', 'psa', '-', '--file', 'x'], 'not both'],
    [['card', '12'], '40 hexadecimal digits'],
    [['history', CARD, '--grade', 'psa_99'], 'There is no grade psa_99'],
    [['search', 'x', '-n', '101'], 'from 1 to 100'],
    [['movers', '--window', 'year'], 'Allowed choices'],
    [['usage', '--url', 'nowhere'], 'must be an http or https URL'],
    [['usage', '--url', 'localhost:3000'], 'must be an http or https URL'],
    [['history', CARD, '--from', 'yesterday'], '`from` must be a date'],
    [['history', CARD, '--grade', 'gma_10'], 'invalid_grader'],
    [['nonsense'], 'unknown command'],
  ])('exits with 2: %j', async (args, why) => {
    expect(await gcd(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
  });

  it('removes control characters from the numbers of certs that do not exist', async () => {
    const { status, stdout } = await gcd(['cert', 'psa', '9\u001b[2J']);
    expect([status, stdout.split('\n')[1]]).toEqual([3, '9 [2J      false']);
  });

  it('exits with 3 if a card does not exist', async () => {
    const { status, stderr } = await gcd(['card', '00'.repeat(20)]);
    expect([status, stderr]).toEqual([3, expect.stringMatching(/^error: card_not_found: .*req_/)]);
  });

  it('exits with 1, not with 3, if the URL is not the URL of the API', async () => {
    const url = `${testEnvironment('TEST_API_URL')}/v1`;
    const { status, stderr } = await gcd(['cert', 'psa', '10000001', '--url', url]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Set --url to the URL')]);
  });

  it('exits with 1 and a message of one line if the output cannot be written', async () => {
    if (!existsSync('/dev/full')) return;
    const { status, stderr } = await gcd(['cert', 'psa', '10000001'], { stdout: '/dev/full' });
    expect(stderr).toMatch(/^error: Standard output cannot be written: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });

  it('exits with 1 and names the URL if nothing listens there', async () => {
    const url = `http://127.0.0.1:${await getPort()}`;
    const { status, stderr } = await gcd(['usage', '--url', url]);
    const reason = `No complete response came from ${url}: ECONNREFUSED`;
    expect(stderr).toMatch(new RegExp(`^Waiting 1 s: ${reason}\n`));
    expect(stderr).toContain(`error: ${reason}. Start the API, or set --url to its URL.`);
    expect(status).toBe(1);
  });

  it('exits with 1 if a file does not exist', async () => {
    const { status, stderr } = await gcd(['cert', 'psa', '--file', path.join(directory, 'none')]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('ENOENT')]);
    expect(existsSync(path.join(directory, 'none'))).toBe(false);
  });
});

it('gcd --version prints the version', async () => {
  const { status, stdout } = await gcd(['--version']);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

describe('--help', () => {
  it.each([[], ['cert'], ['verify'], ['mirror']])(
    'contains examples: gcd %s',
    async (...command) => {
      const { status, stdout } = await gcd([...command, '--help']);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/Examples?:\n {2}\$ gcd /)]);
    },
  );
});
