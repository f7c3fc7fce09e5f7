import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { listed } from './checks.ts';
import { failuresOf } from './overload.ts';
import { OverloadContext } from './overload-context.ts';
import { MEMORY_LIMIT_MEGABYTES } from './probes.ts';
import type { RowNumber } from './rows.ts';
import { suite } from './suite.ts';
import { NOT_CHARGED_TO_BASE, OVERLOAD_TARGETS } from './targets.ts';

const CONNECTIONS = 3000;
const OVERLOAD_MS = 10_000;
const HALF_LOAD_MS = 8000;
const RECOVERY_MS = 6000;
const QUIET_RATE = 20;
const QUIET_MS = 15_000;

const { row } = suite(OverloadContext.start, 180_000);

describe('more load than capacity', () => {
  for (const [number, factor] of [
    ['30a', 3],
    ['30b', 10],
  ] satisfies [RowNumber, number][]) {
    row(number, async (context, checks) => {
      const { capacity, environment } = context;
      const exits = environment.unexpectedExits;
      const half = capacity / 2;
      const [report, megabytes] = await context.measureMemory(() =>
        context.run([
          {
            name: 'clients',
            keys: context.keys,
            connections: CONNECTIONS,
            steps: [
              { name: 'half load', rate: half, ms: HALF_LOAD_MS },
              { name: 'overload', rate: capacity * factor, ms: OVERLOAD_MS },
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
      checks.atLeast('goodput', overload.goodPerSecond, Math.round(capacity * 0.9), ' per second');
      checks.atMost(
        'p99 of good responses',
        overload.goodP99,
        Math.round(3 * before.goodP99),
        ' ms',
      );
      checks.atMost('p99 of rejections', overload.rejectedP99, 50, ' ms');
      checks.none('timeouts', overload.timedOut);
      checks.none('resets', overload.reset);
      checks.none('other errors', overload.failed);
      checks.atMost('last error after the load', after.lastFailure, 2000, ' ms');
      checks.atMost('memory of a process', megabytes, MEMORY_LIMIT_MEGABYTES, ' MB');
      checks.none('processes exited', environment.unexpectedExits - exits);
      return {
        seen: [
          `best rate ${capacity} per second`,
          `goodput ${overload.goodPerSecond} (${Math.round((overload.goodPerSecond / capacity) * 100)} %) of ${Math.round(capacity * factor)}`,
          `p99 of good responses ${before.goodP99} ms at half load, ${overload.goodP99} ms in overload`,
          `${listed(failuresOf(overload))}, rejections by reason: ${listed(overload.reasons)}, p99 ${overload.rejectedP99} ms`,
          `last error ${after.lastFailure} ms after the load`,
          `largest process ${megabytes} MB`,
          `not sent by the generator: ${overload.notSent} of ${overload.due}, p99 of its lateness ${overload.latenessP99} ms`,
        ].join('; '),
      };
    });
  }
});

describe('one account with more load than its share', () => {
  row('30c', async (context, checks) => {
    const { capacity } = context;
    const fairShare = capacity / 2;
    const [loudKey, quietKey] = context.keys as [string, string];
    const steps = (rates: [number, number, number]) =>
      ['alone', 'fair share', '10 times the fair share'].map((name, index) => ({
        name,
        rate: rates[index] ?? 0,
        ms: QUIET_MS,
      }));
    const report = await context.run([
      {
        name: 'quiet account',
        keys: [quietKey],
        connections: CONNECTIONS,
        steps: steps([QUIET_RATE, QUIET_RATE, QUIET_RATE]),
      },
      {
        name: 'loud account',
        keys: [loudKey],
        connections: CONNECTIONS,
        steps: steps([0, fairShare, 10 * fairShare]),
      },
    ]);
    const alone = report.step('quiet account', 'alone');
    const fair = report.step('quiet account', 'fair share');
    const crowded = report.step('quiet account', '10 times the fair share');
    const loud = report.step('loud account', '10 times the fair share');
    checks.none('errors of the quiet account', failuresOf(crowded));
    checks.atMost(
      'p99 of the quiet account',
      crowded.goodP99,
      Math.round(fair.goodP99 * 15) / 10,
      ' ms',
    );
    return {
      seen: [
        `quiet account: ${listed(failuresOf(crowded))}, rejections by reason: ${listed(crowded.reasons)}`,
        `p99 ${alone.goodP99} ms alone, ${fair.goodP99} ms with the fair share, ${crowded.goodP99} ms with 10 times that`,
        `loud account: ${loud.goodPerSecond} good per second, ${listed(failuresOf(loud))}`,
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
      const keys = await context.addKeys(accounts, limit);
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
