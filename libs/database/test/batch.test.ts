import { BatchLoader } from '@gcd/database/batch';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';

interface Row {
  readonly cert: string;
  readonly ordinal: string;
}

const CERTS = {
  name: 'batch-test',
  key: [{ column: 'cert', type: 'text' }],
  values: (cert: string) => [cert],
  text: (keys: string) =>
    `select k.ordinal, c.cert from ${keys} join certs c on c.cert = k.cert and c.grader = 'psa'`,
};
const KNOWN = ['10000001', '10000002', '10000003', '10000004', '10000005'];

let pool: ServicePool;
let loader: BatchLoader<string, Row>;

beforeAll(() => {
  const certs = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_certs');
  pool = new ServicePool(certs, 'batch-test', () => undefined);
});

afterAll(() => pool.onApplicationShutdown());

beforeEach(() => {
  jest.restoreAllMocks();
  loader = new BatchLoader(pool, CERTS);
});

describe('BatchLoader', () => {
  it('runs one statement for all waiting lookups, and returns each lookup its own rows', async () => {
    const statements = jest.spyOn(pool, 'query');
    const requested = Array.from({ length: 50 }, (_, index) => KNOWN[index % KNOWN.length] ?? '');
    const found = await Promise.all([...requested, '0'].map((cert) => loader.load(cert)));
    expect(found.map((rows) => rows.map(({ cert }) => cert))).toEqual([
      ...requested.map((cert) => [cert]),
      [],
    ]);
    expect(statements).toHaveBeenCalledTimes(1);
  });

  it('runs a single lookup without batching', async () => {
    const statements = jest.spyOn(pool, 'query');
    expect(await loader.load('10000001')).toMatchObject([{ cert: '10000001' }]);
    expect(statements.mock.calls[0]?.[0].text).toContain('values');
  });

  it('combines lookups that arrive while a statement is running into a few statements', async () => {
    const statements = jest.spyOn(pool, 'query');
    const waves = Array.from({ length: 300 }, (_, index) =>
      loader.load(KNOWN[index % KNOWN.length] ?? ''),
    );
    expect((await Promise.all(waves)).every((rows) => rows.length === 1)).toBe(true);
    expect(statements.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it('fails only the lookup that the database rejects', async () => {
    const outcomes = await Promise.allSettled(
      ['10000001', '\u0000', '10000002'].map((cert) => loader.load(cert)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
