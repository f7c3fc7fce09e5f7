import { ServicePool } from '@gcd/database/pool';
import { asRole } from '@gcd/local';
import { describe, expect, it } from '@jest/globals';
import { addQuota, admitMixed, fillUp, openAdmissions } from '@gcd/testing/admissions.js';
import { testEnvironment } from '@gcd/testing/api.js';

// This test is the long version of apps/gateway/test/quota-costs.test.ts.
const ADMISSIONS = 1_000_000;
const LIMIT = 12_000_000;

describe(`${ADMISSIONS} requests with different costs at three gateways`, () => {
  it.each([
    ['Redis', () => testEnvironment('TEST_REDIS_URL')],
    ['the gateways themselves', () => 'redis://127.0.0.1:1'],
  ])(
    'are charged by %s up to exactly the limit',
    async (where, redisUrl) => {
      const url = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_gateway');
      const pool = new ServicePool(url, 'costs', () => undefined);
      const gateways = await openAdmissions(pool, redisUrl());
      const quota = await addQuota(LIMIT);
      const began = performance.now();
      const result = await admitMixed(gateways, quota, ADMISSIONS);
      const seconds = Math.round((performance.now() - began) / 1000);
      const charged = result.charged + (await fillUp(gateways, quota));
      const losses = gateways.reduce((sum, gateway) => sum + gateway.losses(), 0);
      console.log({ where, seconds, losses, limit: LIMIT, ...result, filledUp: charged });
      for (const { admissions } of gateways) admissions.onApplicationShutdown();
      await pool.onApplicationShutdown();
      expect(result.wronglyRejected).toBe(0);
      expect(charged).toBeLessThanOrEqual(LIMIT);
      if (where !== 'Redis' || losses === 0) expect(charged).toBe(LIMIT);
    },
    1_800_000,
  );
});
