import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import pg from 'pg';
import { errorsOf, now, percentile } from './load.ts';
import { suite } from './suite.ts';
import { WITHOUT_DATABASE } from './targets.ts';

const NOT_CERTS = /^(?!\/v1\/certs)/;
const LIMIT = 150;

const { row, unnoticed } = suite({ hasProxies: true });

describe('the network to NATS', () => {
  row(
    {
      number: '8',
      fault: 'All packets between NATS and every process are dropped for 20 s',
      expected:
        '504 after 4 s until the outage is detected, within 10 s; then 503; good responses again within 1 s of the end of the outage',
    },
    async (environment, checks) => {
      const { nats } = environment.proxies;
      let mended = 0;
      const experiment = await environment.during(
        async () => {
          nats.stall();
          await pause(20_000);
          nats.mend();
          mended = now();
        },
        { afterMs: 10_000 },
      );
      const slow = experiment.failed.filter(({ received, due }) => received - due > 500);
      const noticed = Math.round(Math.max(0, ...slow.map(({ due }) => due - experiment.from)));
      experiment.checkSound(checks, 503, 504);
      checks.atMost('time until the outage is noticed', noticed, 10_000, ' ms');
      checks.atMost('first good response', experiment.firstGood(mended), 1000, ' ms');
      return experiment;
    },
  );
});

describe('the network to Redis', () => {
  unnoticed(
    {
      number: '11a',
      fault: 'All packets between Redis and every process are dropped for 10 s',
      expected: '0 errors; 0 over-admitted',
    },
    async ({ proxies }) => {
      proxies.redis.stall();
      await pause(10_000);
      proxies.redis.mend();
    },
    { limit: LIMIT },
  );

  unnoticed(
    {
      number: '11b',
      fault: 'All packets to and from Redis are delayed by 500 ms, for 10 s',
      expected: '0 errors; 0 over-admitted',
    },
    async ({ proxies }) => {
      proxies.redis.delay(500);
      await pause(10_000);
      proxies.redis.mend();
    },
    { limit: LIMIT },
  );
});

describe('PostgreSQL', () => {
  row(
    {
      number: '15',
      fault: 'All packets between PostgreSQL and every process are dropped for 10 s',
      expected:
        '503 or 504 within 4.5 s; 0 errors for grades, usage and catalogs; good responses again within 1 s of the end of the outage; 0 over-admitted',
    },
    async (environment, checks) => {
      const { postgres } = environment.proxies;
      let mended = 0;
      const experiment = await environment.during(
        async () => {
          postgres.stall();
          await pause(10_000);
          postgres.mend();
          mended = now();
        },
        { limit: LIMIT, afterMs: 8000 },
      );
      const others = experiment.requestsTo(WITHOUT_DATABASE);
      experiment.checkSound(checks, 503, 504);
      checks.none('errors of grades, usage and catalogs', errorsOf(others));
      checks.atMost('slowest response', percentile(experiment.outcomes, 1), 4500, ' ms');
      checks.atMost('first good response', experiment.firstGood(mended), 1000, ' ms');
      return experiment;
    },
  );

  row(
    {
      number: '16',
      fault: 'The certs table is locked for 10 s',
      expected: '503 or 504 for certs only; 0 errors for other operations',
    },
    async (environment, checks) => {
      const experiment = await environment.during(async () => {
        const client = new pg.Client(environment.postgres.url);
        await client.connect();
        await client.query('begin');
        await client.query('lock table certs in access exclusive mode');
        await pause(10_000);
        await client.end();
      });
      experiment.checkSound(checks, 503, 504);
      checks.none('errors of other operations', errorsOf(experiment.requestsTo(NOT_CERTS)));
      return experiment;
    },
  );
});
