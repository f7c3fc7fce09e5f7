import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import pg from 'pg';
import type { Environment } from './environment.ts';
import { listedErrors, now, type Outcome, percentile } from './load.ts';
import { environmentSuite, type Row } from './suite.ts';
import { WITHOUT_DATABASE } from './targets.ts';

const CERTS = /^\/v1\/certs/;
const LIMIT = 150;

const row = environmentSuite({ hasProxies: true });

/** Returns the time of the slowest response, in seconds. */
const slowest = (outcomes: readonly Outcome[]): string =>
  `slowest ${(percentile(outcomes, 1) / 1000).toFixed(1)} s`;

describe('the network to NATS', () => {
  row(
    {
      number: '8',
      fault: 'All packets between NATS and every process are dropped for 20 s',
      expected:
        '504 after 4 s until the outage is detected, within 10 s; then 503; good responses again within 1 s of the end of the outage',
    },
    async (environment, checks) => {
      const exits = environment.unexpectedExits;
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
      const good = experiment.firstGood(mended);
      experiment.checkSound(checks);
      checks.that(
        'only 503 and 504',
        experiment.failed.every(({ status }) => status === 503 || status === 504),
        listedErrors(experiment.failed),
      );
      checks.atMost('time until the outage is noticed', noticed, 10_000, ' ms');
      checks.atMost('first good response', good, 1000, ' ms');
      checks.none('processes exited', environment.unexpectedExits - exits);
      return {
        seen: `${listedErrors(experiment.outcomes)}; noticed after ${(noticed / 1000).toFixed(1)} s; good after ${good} ms, no error later than ${experiment.lastBad(mended)} ms`,
        experiment,
      };
    },
  );
});

describe('the network to Redis', () => {
  const faults: [Row, (environment: Environment) => void][] = [
    [
      {
        number: '11a',
        fault: 'All packets between Redis and every process are dropped for 10 s',
        expected: '0 errors; 0 over-admitted',
      },
      ({ proxies }) => proxies.redis.stall(),
    ],
    [
      {
        number: '11b',
        fault: 'All packets to and from Redis are delayed by 500 ms, for 10 s',
        expected: '0 errors; 0 over-admitted',
      },
      ({ proxies }) => proxies.redis.delay(500),
    ],
  ];
  for (const [fault, begin] of faults) {
    row(fault, async (environment, checks) => {
      const exits = environment.unexpectedExits;
      const experiment = await environment.during(
        async () => {
          begin(environment);
          await pause(10_000);
          environment.proxies.redis.mend();
        },
        { limit: LIMIT },
      );
      experiment.checkUnaffected(checks);
      checks.none('processes exited', environment.unexpectedExits - exits);
      return {
        seen: `${listedErrors(experiment.outcomes)}; ${slowest(experiment.outcomes)}; ${experiment.overAdmitted} over-admitted`,
        experiment,
      };
    });
  }
});

describe('the network to PostgreSQL', () => {
  row(
    {
      number: '15',
      fault: 'All packets between PostgreSQL and every process are dropped for 10 s',
      expected:
        '503 or 504 within 4.5 s; 0 errors for grades, usage and catalogs; good responses again within 1 s of the end of the outage; 0 over-admitted',
    },
    async (environment, checks) => {
      const exits = environment.unexpectedExits;
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
      const { outcomes, failed, isTo } = experiment;
      const others = outcomes.filter((outcome) => isTo(WITHOUT_DATABASE, outcome));
      const good = experiment.firstGood(mended);
      experiment.checkSound(checks);
      checks.that(
        'only 503 and 504',
        failed.every(({ status }) => status === 503 || status === 504),
        listedErrors(failed),
      );
      checks.none('errors of grades, usage and catalogs', experiment.errors(others));
      checks.atMost('slowest response', percentile(outcomes, 1), 4500, ' ms');
      checks.atMost('first good response', good, 1000, ' ms');
      checks.none('processes exited', environment.unexpectedExits - exits);
      return {
        seen: `${listedErrors(outcomes)}, ${slowest(outcomes)}; grades, usage and catalogs: ${listedErrors(others)}; good after ${good} ms, no error later than ${experiment.lastBad(mended)} ms; ${experiment.overAdmitted} over-admitted`,
        experiment,
      };
    },
  );

  row(
    {
      number: '16',
      fault: 'The certs table is locked for 10 s',
      expected: '503 or 504 for certs only; 0 errors for other operations',
    },
    async (environment, checks) => {
      const exits = environment.unexpectedExits;
      const experiment = await environment.during(() =>
        whileLocked(environment.postgres.url, () => pause(10_000)),
      );
      const { isTo, outcomes, during, before, failed } = experiment;
      const others = outcomes.filter((outcome) => !isTo(CERTS, outcome));
      const [p99Before, p99During] = [before, during].map((part) =>
        percentile(
          part.filter((outcome) => !isTo(CERTS, outcome)),
          0.99,
        ),
      );
      experiment.checkSound(checks);
      checks.that(
        'only 503 and 504',
        failed.every(({ status }) => status === 503 || status === 504),
        listedErrors(failed),
      );
      checks.none('errors of other operations', experiment.errors(others));
      checks.none('processes exited', environment.unexpectedExits - exits);
      return {
        seen: `${listedErrors(outcomes)}; other operations: ${listedErrors(others)}, p99 ${p99Before} ms before, ${p99During} ms during`,
        experiment,
      };
    },
  );
});

/** Runs work while another transaction locks the certs. */
async function whileLocked(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table certs in access exclusive mode');
    await work();
  } finally {
    await client.end();
  }
}
