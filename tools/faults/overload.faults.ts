import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { InvalidRun, listed } from './checks.ts';
import { errorsOf, percentile } from './load.ts';
import { endpointsOf, OverloadContext, RATE, type StepReport } from './overload.ts';
import { MEMORY_LIMIT_MEGABYTES } from './probes.ts';
import { suite } from './suite.ts';
import { NOT_CHARGED_TO_BASE, OVERLOAD_TARGETS } from './targets.ts';

const CONNECTIONS = 500;
// So many that requests never wait for a connection, but few enough that all are open before the overload begins.
const OVERLOAD_CONNECTIONS = 1500;
const OVERLOAD_MS = 10_000;
const HALF_LOAD_MS = 8000;
const RECOVERY_MS = 6000;
const QUIET_RATE = 20;
const QUIET_MS = 15_000;

const row = suite(OverloadContext.start, 180_000);

describe('one account that exceeds its rate', () => {
  row(
    {
      number: '30a',
      fault:
        'One account sends 20 times the rate of its plan on 500 connections for 15 s, while another account sends 20 requests per second',
      expected:
        '99 % of the rejections of the loud account are `429`; 0 errors for the quiet account; its p99 at most 3 times that beside 500 idle connections',
    },
    async (context, checks) => {
      const [loudKey = '', quietKey = ''] = context.keys;
      const stream = (key: string, rates: readonly number[]) => ({
        endpoints: endpointsOf([key]),
        connections: CONNECTIONS,
        steps: rates.map((rate) => ({ rate, ms: QUIET_MS })),
      });
      // At first, a few requests of the loud account keep its connections open.
      const [[before, crowded], [, loud]] = (await context.run(
        stream(quietKey, [QUIET_RATE, QUIET_RATE]),
        stream(loudKey, [RATE / 2, 20 * RATE]),
      )) as [[StepReport, StepReport], [StepReport, StepReport]];
      const rejections = loud.outcomes.length - loud.good.length;
      const rateLimited = loud.outcomes.filter(({ code }) => code.startsWith('rate_limited'));
      const limited = (100 * rateLimited.length) / rejections;
      const limit = Math.round(3 * before.goodP99);
      checks.none('errors of the quiet account', crowded.failures);
      checks.atLeast('429 among the rejections of the loud account', limited, 99, ' %');
      checks.atMost('p99 of the quiet account', crowded.goodP99, limit, ' ms');
      return [
        `quiet account: ${listed(crowded.failures)}, p99 ${before.goodP99} ms beside idle connections, ${crowded.goodP99} ms beside the loud account`,
        `loud account: ${loud.goodPerSecond} good per second, ${listed(loud.failures)}`,
      ].join('; ');
    },
  );
});

describe('more load than capacity', () => {
  row(
    {
      number: '30b',
      fault:
        'Load is 3 times the capacity for 10 s, from 50 accounts within their plans on 1,500 connections',
      expected:
        'goodput at least 85 % of the best rate; rejections within 1.2 s (p99); no timeouts; 0 errors later than 1 s after the load ends; each process stays within its memory limit in the manifests',
    },
    async (context, checks) => {
      const { capacity, environment, keys } = context;
      const exits = environment.unexpectedExits;
      const half = capacity / 2;
      const load = 3 * capacity;
      if (load / keys.length > RATE) throw new InvalidRun('the accounts exceed their rates');
      const [steps] = await context.run({
        endpoints: endpointsOf(keys),
        connections: OVERLOAD_CONNECTIONS,
        steps: [
          { rate: half, ms: HALF_LOAD_MS },
          { rate: load, ms: OVERLOAD_MS },
          { rate: half, ms: RECOVERY_MS },
        ],
      });
      const megabytes = Math.max(...environment.instances.map((each) => each.peakMegabytes));
      const [before, overload, after] = steps as [StepReport, StepReport, StepReport];
      const rejectedP99 = percentile(overload.rejected, 0.99);
      const others = overload.outcomes.filter(({ status }) => status !== 200 && status !== 503);
      checks.none('failures at half load', before.failures);
      checks.atLeast('goodput', overload.goodPerSecond, Math.round(capacity * 0.85), ' per second');
      checks.atMost('p99 of rejections', rejectedP99, 1200, ' ms');
      checks.none('timeouts, resets and other errors', errorsOf(others));
      checks.atMost('last error after the load', after.lastFailure, 1000, ' ms');
      checks.atMost('memory of a process', megabytes, MEMORY_LIMIT_MEGABYTES, ' MB');
      checks.none('processes exited', environment.unexpectedExits - exits);
      return [
        `best rate ${capacity} per second`,
        `goodput ${overload.goodPerSecond} (${Math.round((overload.goodPerSecond / capacity) * 100)} %) of ${Math.round(load)}`,
        `p99 of good responses ${before.goodP99} ms at half load, ${overload.goodP99} ms in overload`,
        `${listed(overload.failures)}, p99 of rejections ${rejectedP99} ms`,
        `last error ${after.lastFailure} ms after the load`,
        `largest process ${megabytes} MB`,
      ].join('; ');
    },
  );
});

describe('Redis is killed under load', () => {
  const NORMAL_MS = 8000;
  const OUTAGE_MS = 10_000;
  const EXHAUSTED_MS = 8000;
  /**
   * Minimum share of its quota that an account must be able to use. In an outage, each gateway may lose one lease,
   * which is 2 % of the quota.
   */
  const MIN_SERVED = 0.95;

  for (const { number, accounts, from } of [
    { number: '10b', accounts: 50, from: '50 accounts' },
    { number: '10c', accounts: 1, from: 'a single account' },
  ]) {
    row(
      {
        number,
        fault: `Redis is killed under load at 70 % of capacity, from ${from}`,
        expected: '0 errors; throughput at least 90 %; 0 over-admitted',
      },
      async (context, checks) => {
        const { environment, capacity } = context;
        const rate = Math.round(capacity * 0.7);
        // The limit is chosen so that this rate exhausts the quotas in the middle of the last step.
        const seconds = (NORMAL_MS + OUTAGE_MS + EXHAUSTED_MS / 2) / 1000;
        const limit = Math.ceil((rate * seconds) / accounts);
        const keys = await context.addKeys(accounts, limit, 2 * rate);
        // Exclude paths that have another quota or none, so that all requests with a key are charged to the same quota.
        const targets = OVERLOAD_TARGETS.filter((target) => !NOT_CHARGED_TO_BASE.test(target));
        const endpoints = endpointsOf(keys, targets);
        const steps = [NORMAL_MS, OUTAGE_MS, EXHAUSTED_MS].map((ms) => ({ rate, ms }));
        const running = context.run({ endpoints, connections: CONNECTIONS, steps });
        running.catch(() => undefined);
        await pause(NORMAL_MS);
        await environment.redis.kill();
        const [reports] = await running;
        const [before, outage, exhausted] = reports as [StepReport, StepReport, StepReport];
        const perKey = keys.map(
          (key) =>
            [before, outage, exhausted]
              .flatMap(({ good }) => good)
              .filter(({ endpoint }) => endpoints[endpoint]?.key === key).length,
        );
        const exceeded = exhausted.outcomes.filter(({ code }) => code === 'quota_exceeded');
        const errors = errorsOf(
          exhausted.outcomes.filter((outcome) => !exceeded.includes(outcome)),
        );
        const overAdmitted = perKey.reduce((sum, one) => sum + Math.max(0, one - limit), 0);
        const served = perKey.reduce((sum, one) => sum + one, 0);
        const least = Math.round(before.goodPerSecond * 0.9);
        checks.none('errors with Redis', before.failures);
        checks.none('errors without Redis', outage.failures);
        checks.none('other errors when the quota is exhausted', errors);
        checks.atLeast('throughput without Redis', outage.goodPerSecond, least, ' per second');
        checks.none('over-admitted requests', overAdmitted);
        checks.atLeast('served', served, Math.floor(limit * accounts * MIN_SERVED));
        return [
          `${before.goodPerSecond} per second with Redis, ${outage.goodPerSecond} without`,
          `${listed(outage.failures)}, p99 ${before.goodP99} ms with Redis and ${outage.goodP99} ms without`,
          `${overAdmitted} over-admitted, ${served} of ${limit * accounts} served, then ${exceeded.length} × 429`,
        ].join('; ');
      },
    );
  }
});
