import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import type { Environment } from './environment.ts';
import type { RowNumber } from './rows.ts';
import { listedErrors, now, type Outcome, percentile } from './steady-load.ts';
import { environmentSuite } from './suite.ts';
import { WITHOUT_DATABASE } from './targets.ts';

const LIMIT = 150;

const { row } = environmentSuite({ hasProxies: true });

/** Returns the time of the slowest response, in seconds. */
const slowest = (outcomes: readonly Outcome[]): string =>
  `slowest ${(percentile(outcomes, 1) / 1000).toFixed(1)} s`;

describe('the network to NATS', () => {
  row('8', async (environment, checks) => {
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
  });
});

describe('the network to Redis', () => {
  const faults: [RowNumber, (environment: Environment) => void][] = [
    ['11a', ({ proxies }) => proxies.redis.stall()],
    ['11b', ({ proxies }) => proxies.redis.delay(500)],
  ];
  for (const [number, begin] of faults) {
    row(number, async (environment, checks) => {
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
  row('15', async (environment, checks) => {
    const exits = environment.unexpectedExits;
    const { database } = environment.proxies;
    let mended = 0;
    const experiment = await environment.during(
      async () => {
        database.stall();
        await pause(10_000);
        database.mend();
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
  });
});
