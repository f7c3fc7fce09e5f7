import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { whileFeedRuns } from './feed.ts';
import { listedErrors, now, percentile } from './load.ts';
import { environmentSuite, type Row } from './suite.ts';

/** Quota of each limited account, as a number of requests. The load exhausts it during a fault or soon afterwards. */
const LIMIT = 150;
const COMMITS = 300;
/** Maximum number of requests that an account loses from its quota when Redis fails: one lease per gateway. */
const MAX_LOST_QUOTA = 2 * 50;
const READS = /^\/v1\/c/;

interface Outage extends Row {
  readonly server: 'nats' | 'redis' | 'postgres';
  readonly outageMs: number;
  readonly goodWithinMs: number;
  readonly mayFail: boolean;
}

const OUTAGES: readonly Outage[] = [
  {
    number: '6',
    fault: 'NATS is killed and restarted after 1 s',
    expected:
      '503 until the restart; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
    server: 'nats',
    outageMs: 1000,
    goodWithinMs: 1000,
    mayFail: true,
  },
  {
    number: '7',
    fault: 'NATS is killed and restarted after 30 s',
    expected:
      '503 until the restart; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
    server: 'nats',
    outageMs: 30_000,
    goodWithinMs: 1000,
    mayFail: true,
  },
  {
    number: '9',
    fault: 'Redis is killed and restarted after 0.3 s',
    expected:
      '0 errors; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
    server: 'redis',
    outageMs: 300,
    goodWithinMs: 1000,
    mayFail: false,
  },
  {
    number: '10',
    fault: 'Redis is killed and restarted after 30 s',
    expected:
      '0 errors; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
    server: 'redis',
    outageMs: 30_000,
    goodWithinMs: 1000,
    mayFail: false,
  },
  {
    number: '14',
    fault: 'PostgreSQL is killed and restarted after 2 s',
    expected:
      '503 until the restart for operations that read the database; good responses again within 2 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
    server: 'postgres',
    outageMs: 2000,
    goodWithinMs: 2000,
    mayFail: true,
  },
];

const row = environmentSuite();

describe('a server is killed', () => {
  for (const { server, outageMs, goodWithinMs, mayFail, ...fault } of OUTAGES) {
    row({ ...fault, limitSeconds: 240 }, async (environment, checks) => {
      const exits = environment.unexpectedExits;
      let started = 0;
      let isSilent = server === 'redis';
      const experimenting = async () => {
        const experiment = await environment.during(
          async () => {
            await environment[server].kill();
            await pause(outageMs);
            await environment[server].startAgain();
            started = now();
          },
          { limit: LIMIT, afterMs: 8000 },
        );
        isSilent = false;
        return experiment;
      };
      const [experiment, feed] = await whileFeedRuns(
        environment,
        COMMITS,
        experimenting,
        () => isSilent,
      );
      const { outcomes, failed, isTo, from } = experiment;
      const reads = outcomes.filter((outcome) => isTo(READS, outcome));
      const good = experiment.firstGood(started, reads);
      const p99 = percentile(
        failed.filter(({ due }) => due > from + 100 && due < started),
        0.99,
      );
      const least = Math.min(...experiment.quotas.map(({ served }) => served));
      experiment.checkSound(checks);
      if (!mayFail) checks.none('errors', experiment.errors());
      checks.that(
        'only 503',
        failed.every(({ status }) => status === 503),
        listedErrors(failed),
      );
      checks.atMost('first good response after the start', good, goodWithinMs, ' ms');
      checks.none('lost changes', feed.lost);
      checks.none('changes that never happened', feed.extra);
      checks.none('faults of the feed', feed.faults);
      checks.none('processes exited', environment.unexpectedExits - exits);
      checks.atLeast('served of the quota', least, LIMIT - MAX_LOST_QUOTA);
      return {
        seen: [
          listedErrors(outcomes) + (failed.length > 0 ? ` (p99 of these ${p99} ms)` : ''),
          `good after ${good} ms, no error later than ${experiment.lastBad(started)} ms`,
          `${experiment.overAdmitted} over-admitted, at least ${least} of ${LIMIT} served`,
          `${feed.lost} lost of ${feed.commits} changes`,
        ].join('; '),
        experiment,
      };
    });
  }
});
