import { afterAll, describe } from '@jest/globals';
import { shareProcessors } from '../bench/harness/processor-affinity.mjs';
import { InvalidRun, listed } from './checks.ts';
import { errorsOf, percentile } from './load.ts';
import { endpointsOf, Overload, RATE, type StepReport } from './overload.ts';
import { MEMORY_LIMIT_MEGABYTES } from './probes.ts';
import { suite } from './suite.ts';

const CONNECTIONS = 500;
/** Few enough that all are open before the loud account begins. */
const QUIET_CONNECTIONS = 50;
/** So many that requests never wait for a connection. */
const OVERLOAD_CONNECTIONS = 1500;
const OVERLOAD_MS = 10_000;
const HALF_LOAD_MS = 8000;
const RECOVERY_MS = 6000;
const QUIET_RATE = 20;
const QUIET_MS = 15_000;

let overload: Overload;

const { row } = suite({
  async prepare(environment) {
    overload = await Overload.start(environment);
  },
});
afterAll(() => shareProcessors([process.pid]));

describe('one account that exceeds its rate', () => {
  row(
    {
      number: '30a',
      fault:
        'One account sends 20 times the rate of its plan on 500 connections for 15 s, while another account sends 20 requests per second',
      expected:
        '99 % of the rejections of the loud account are `429`; 0 errors for the quiet account; its p99 at most 3 times that beside 500 idle connections',
    },
    async (_environment, checks) => {
      const [loudKey = '', quietKey = ''] = overload.keys;
      const stream = (key: string, connections: number, rates: readonly number[]) => ({
        endpoints: endpointsOf([key]),
        connections,
        steps: rates.map((rate) => ({ rate, ms: QUIET_MS })),
      });
      // At first, a few requests of the loud account keep its connections open.
      const [[before, crowded], [, loud]] = (await overload.run(
        stream(quietKey, QUIET_CONNECTIONS, [QUIET_RATE, QUIET_RATE]),
        stream(loudKey, CONNECTIONS, [RATE / 2, 20 * RATE]),
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
    async (environment, checks) => {
      const { capacity, keys } = overload;
      const exits = environment.unexpectedExits;
      const half = capacity / 2;
      const load = 3 * capacity;
      if (load / keys.length > RATE) throw new InvalidRun('the accounts exceed their rates');
      const [steps] = await overload.run({
        endpoints: endpointsOf(keys),
        connections: OVERLOAD_CONNECTIONS,
        steps: [
          // Each request opens a connection until all are open. All must be open before the overload begins.
          { rate: half, ms: Math.max(HALF_LOAD_MS, (1500 * OVERLOAD_CONNECTIONS) / half) },
          { rate: load, ms: OVERLOAD_MS },
          { rate: half, ms: RECOVERY_MS },
        ],
      });
      const megabytes = Math.max(...environment.instances.map((each) => each.peakMegabytes));
      const [before, loaded, after] = steps as [StepReport, StepReport, StepReport];
      const rejectedP99 = percentile(loaded.rejected, 0.99);
      const others = loaded.outcomes.filter(({ status }) => status !== 200 && status !== 503);
      checks.none('failures at half load', before.failures);
      checks.atLeast('goodput', loaded.goodPerSecond, Math.round(capacity * 0.85), ' per second');
      checks.atMost('p99 of rejections', rejectedP99, 1200, ' ms');
      checks.none('timeouts, resets and other errors', errorsOf(others));
      checks.atMost('last error after the load', after.lastFailure, 1000, ' ms');
      checks.atMost('memory of a process', megabytes, MEMORY_LIMIT_MEGABYTES, ' MB');
      checks.none('processes exited', environment.unexpectedExits - exits);
      return [
        `best rate ${capacity} per second`,
        `goodput ${loaded.goodPerSecond} (${Math.round((loaded.goodPerSecond / capacity) * 100)} %) of ${Math.round(load)}`,
        `p99 of good responses ${before.goodP99} ms at half load, ${loaded.goodP99} ms in overload`,
        `${listed(loaded.failures)}, p99 of rejections ${rejectedP99} ms`,
      ].join('; ');
    },
  );
});
