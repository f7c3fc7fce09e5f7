import { BatchLoader } from '@gcd/database/batch';
import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { registry } from '@gcd/process';
import { operationContext } from '@gcd/process/operation-context';
import { testEnvironment } from '@gcd/testing/api.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

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

const metric = registry.getSingleMetric('gcd_db_batch_size');

beforeEach(() => {
  metric?.reset();
  loader = new BatchLoader(pool, CERTS);
});

/** Returns how many statements the loader sent, and how many lookups they had. */
async function sent() {
  const { values = [] } = (await metric?.get()) ?? {};
  const read = (end: string) =>
    (values as { metricName?: string; value: number }[]).find(({ metricName }) =>
      metricName?.endsWith(end),
    )?.value;
  return { statements: read('_count'), lookups: read('_sum') };
}

describe('BatchLoader', () => {
  it('runs one statement for all lookups of a tick, and returns each lookup its own rows', async () => {
    const requested = Array.from({ length: 50 }, (_, index) => KNOWN[index % KNOWN.length] ?? '');
    const found = await Promise.all([...requested, '0'].map((cert) => loader.load(cert)));
    expect(found.map((rows) => rows.map(({ cert }) => cert))).toEqual([
      ...requested.map((cert) => [cert]),
      [],
    ]);
    expect(await sent()).toEqual({ statements: 1, lookups: 51 });
  });

  it('combines a limited number of lookups', async () => {
    const waves = Array.from({ length: 150 }, () => loader.load('10000001'));
    expect((await Promise.all(waves)).every((rows) => rows.length === 1)).toBe(true);
    expect(await sent()).toEqual({ statements: 3, lookups: 150 });
  });

  it('combines lookups that arrive while the statement waits for a connection', async () => {
    const busy = Array.from({ length: 8 }, () => pool.rows({ text: 'select pg_sleep(0.2)' }));
    const first = loader.load('10000001');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const second = loader.load('10000002');
    expect(await Promise.all([first, second])).toMatchObject([
      [{ cert: '10000001' }],
      [{ cert: '10000002' }],
    ]);
    await Promise.all(busy);
    expect(await sent()).toEqual({ statements: 1, lookups: 2 });
  });

  it('fails only the lookup whose deadline has passed', async () => {
    const context = { deadline: performance.now() - 1, dataVersion: 0, requiredVersion: undefined };
    const outcomes = await Promise.allSettled([
      operationContext.run(context, () => loader.load('10000001')),
      loader.load('10000002'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await sent()).toEqual({ statements: 1, lookups: 1 });
  });
});
