import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { now } from './load.ts';
import { suite } from './suite.ts';

/** Quota of each limited account, as a number of requests. The load exhausts it during a fault or soon afterwards. */
const LIMIT = 150;
/** Maximum number of requests that an account loses from its quota when Redis fails: one lease per gateway. */
const MAX_LOST_QUOTA = 2 * 50;
const READS = /^\/v1\/c/;

const OUTAGES = [
  { number: '6', server: 'nats', name: 'NATS', outageMs: 1000, goodWithinMs: 1000 },
  { number: '7', server: 'nats', name: 'NATS', outageMs: 30_000, goodWithinMs: 1000 },
  { number: '9', server: 'redis', name: 'Redis', outageMs: 300, goodWithinMs: 1000 },
  { number: '10', server: 'redis', name: 'Redis', outageMs: 30_000, goodWithinMs: 1000 },
  { number: '14', server: 'postgres', name: 'PostgreSQL', outageMs: 2000, goodWithinMs: 2000 },
] as const;

const { row } = suite();

describe('a server is killed', () => {
  for (const { number, server, name, outageMs, goodWithinMs } of OUTAGES) {
    const errors = server === 'redis' ? '0 errors' : '503 until the restart';
    row(
      {
        number,
        fault: `${name} is killed and restarted after ${outageMs / 1000} s`,
        expected: `${errors}; good responses again within ${goodWithinMs / 1000} s of the restart; 0 over-admitted; no process exits`,
      },
      async (environment, checks) => {
        let started = 0;
        const experiment = await environment.during(
          async () => {
            await environment[server].kill();
            await pause(outageMs);
            await environment[server].startAgain();
            started = now();
          },
          { limit: LIMIT, afterMs: 8000 },
        );
        const good = experiment.firstGood(started, experiment.requestsTo(READS));
        const least = Math.min(...experiment.quotas.map(({ served }) => served));
        experiment.checkSound(checks, ...(server === 'redis' ? [] : [503]));
        checks.atMost('first good response after the start', good, goodWithinMs, ' ms');
        checks.atLeast('served of the quota', least, LIMIT - MAX_LOST_QUOTA);
        return experiment;
      },
    );
  }
});
