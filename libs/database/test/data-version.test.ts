import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';

// The data version of every process is valid for this many milliseconds.
const LEASE_MS = 1000;

it('a new version never settles before all older versions have expired', async () => {
  const url = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_changes');
  const pool = new ServicePool(url, 'data-version-test', () => undefined);
  const { version } = await pool.dataVersion.read();
  const waits = Array.from({ length: 100 }, async (_, index) => {
    const startedAt = performance.now();
    await pool.dataVersion.settled(version + 1 + index);
    return performance.now() - startedAt;
  });
  const durations = await Promise.all(waits);
  await pool.onApplicationShutdown();
  expect(Math.min(...durations)).toBeGreaterThanOrEqual(LEASE_MS);
});
