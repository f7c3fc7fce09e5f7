import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { InvalidRun, listed } from './checks.ts';
import { failuresOf } from './overload.ts';
import { OverloadContext, RATE } from './overload-context.ts';
import { MEMORY_LIMIT_MEGABYTES } from './probes.ts';
import type { RowNumber } from './rows.ts';
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

const { row } = suite(OverloadContext.start, 180_000);

describe('one account that exceeds its rate', () => {
  row('30a', async (context, checks) => {
    const [loudKey, quietKey] = context.keys as [string, string];
    const steps = (rates: [number, number]) =>
      ['idle connections', 'excess load'].map((name, index) => ({
        name,
        rate: rates[index] ?? 0,
        ms: QUIET_MS,
      }));
    const report = await context.run([
      {
        name: 'quiet account',
        keys: [quietKey],
        connections: CONNECTIONS,
        steps: steps([QUIET_RATE, QUIET_RATE]),
      },
      {
        name: 'loud account',
        keys: [loudKey],
        connections: CONNECTIONS,
        // A few requests keep the connections open.
        steps: steps([RATE / 2, 20 * RATE]),
      },
    ]);
    const before = report.step('quiet account', 'idle connections');
    const crowded = report.step('quiet account', 'excess load');
    const loud = report.step('loud account', 'excess load');
    const failures = failuresOf(loud);
    const rejections = Object.values(failures).reduce((sum, count) => sum + count, 0);
    const limited = (100 * (failures['429 rate_limited'] ?? 0)) / rejections;
    checks.none('errors of the quiet account', failuresOf(crowded));
    checks.atLeast('429 among the rejections of the loud account', limited, 99, ' %');
    checks.atMost(
      'p99 of the quiet account',
      crowded.goodP99,
      Math.round(3 * before.goodP99),
      ' ms',
    );
    return {
      seen: [
        `quiet account: ${listed(failuresOf(crowded))}, p99 ${before.goodP99} ms beside idle connections, ${crowded.goodP99} ms beside the loud account`,
        `loud account: ${loud.goodPerSecond} good per second, ${listed(failures)}`,
      ].join('; '),
    };
  });
});

describe('more load than capacity', () => {
  row('30b', async (context, checks) => {
    const { capacity, environment } = context;
    const exits = environment.unexpectedExits;
    const half = capacity / 2;
    const load = 3 * capacity;
    if (load / context.keys.length > RATE) throw new InvalidRun('the accounts exceed their rates');
    const [report, megabytes] = await context.measureMemory(() =>
      context.run([
        {
          name: 'clients',
          keys: context.keys,
          connections: OVERLOAD_CONNECTIONS,
          steps: [
            { name: 'half load', rate: half, ms: HALF_LOAD_MS },
            { name: 'overload', rate: load, ms: OVERLOAD_MS },
            { name: 'afterwards', rate: half, ms: RECOVERY_MS },
          ],
        },
      ]),
    );
    const [before, overload, after] = [
      report.step('clients', 'half load'),
      report.step('clients', 'overload'),
      report.step('clients', 'afterwards'),
    ];
    checks.none('failures at half load', failuresOf(before));
    checks.atLeast('goodput', overload.goodPerSecond, Math.round(capacity * 0.85), ' per second');
    checks.atMost('p99 of rejections', overload.rejectedP99, 1200, ' ms');
    checks.none('timeouts', overload.timedOut);
    checks.none('resets', overload.reset);
    checks.none('other errors', overload.failed);
    checks.atMost('last error after the load', after.lastFailure, 1000, ' ms');
    checks.atMost('memory of a process', megabytes, MEMORY_LIMIT_MEGABYTES, ' MB');
    checks.none('processes exited', environment.unexpectedExits - exits);
    return {
      seen: [
        `best rate ${capacity} per second`,
        `goodput ${overload.goodPerSecond} (${Math.round((overload.goodPerSecond / capacity) * 100)} %) of ${Math.round(load)}`,
        `p99 of good responses ${before.goodP99} ms at half load, ${overload.goodP99} ms in overload`,
        `${listed(failuresOf(overload))}, rejections by reason: ${listed(overload.reasons)}, p99 ${overload.rejectedP99} ms`,
        `last error ${after.lastFailure} ms after the load`,
        `largest process ${megabytes} MB`,
        `not sent by the generator: ${overload.notSent} of ${overload.due}, p99 of its lateness ${overload.latenessP99} ms`,
      ].join('; '),
    };
  });
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

  for (const [number, accounts] of [
    ['10b', 50],
    ['10c', 1],
  ] satisfies [RowNumber, number][]) {
    row(number, async (context, checks) => {
      const { environment, capacity } = context;
      const rate = Math.round(capacity * 0.7);
      // The limit is chosen so that this rate exhausts the quotas in the middle of the last step.
      const seconds = (NORMAL_MS + OUTAGE_MS + EXHAUSTED_MS / 2) / 1000;
      const limit = Math.ceil((rate * seconds) / accounts);
      const keys = await context.addKeys(accounts, limit, 2 * rate);
      // Exclude paths that have another quota or none, so that all requests with a key are charged to the same quota.
      const targets = OVERLOAD_TARGETS.filter((target) => !NOT_CHARGED_TO_BASE.test(target));
      const running = context.run(
        [
          {
            name: 'clients',
            keys,
            connections: CONNECTIONS,
            steps: [
              { name: 'with Redis', rate, ms: NORMAL_MS },
              { name: 'without Redis', rate, ms: OUTAGE_MS },
              { name: 'quota exhausted', rate, ms: EXHAUSTED_MS },
            ],
          },
        ],
        targets,
      );
      running.catch(() => undefined);
      await pause(NORMAL_MS);
      await environment.redis.kill();
      const report = await running;
      const before = report.step('clients', 'with Redis');
      const outage = report.step('clients', 'without Redis');
      const exhausted = report.step('clients', 'quota exhausted');
      const perKey = report.served('clients');
      const { '429 quota_exceeded': quotaExceeded = 0, ...errors } = failuresOf(exhausted);
      const overAdmitted = perKey.reduce((sum, one) => sum + Math.max(0, one - limit), 0);
      const served = perKey.reduce((sum, one) => sum + one, 0);
      checks.none('errors with Redis', failuresOf(before));
      checks.none('errors without Redis', failuresOf(outage));
      checks.none('other errors when the quota is exhausted', errors);
      checks.atLeast(
        'throughput without Redis',
        outage.goodPerSecond,
        Math.round(before.goodPerSecond * 0.9),
        ' per second',
      );
      checks.none('over-admitted requests', overAdmitted);
      checks.atLeast('served', served, Math.floor(limit * accounts * MIN_SERVED));
      return {
        seen: [
          `${before.goodPerSecond} per second with Redis, ${outage.goodPerSecond} without`,
          `${listed(failuresOf(outage))}, rejections by reason: ${listed(before.reasons)} with Redis, ${listed(outage.reasons)} without, p99 ${before.goodP99} ms and ${outage.goodP99} ms`,
          `${overAdmitted} over-admitted, ${served} of ${limit * accounts} served, then ${quotaExceeded} × 429`,
        ].join('; '),
      };
    });
  }
});
