import { setTimeout as pause } from 'node:timers/promises';
import type { ServingApp } from '@gcd/local';
import { describe } from '@jest/globals';
import { BALANCER_DELAY_MS, balance, untilProbeFails } from './probes.ts';
import { listedErrors, now, percentile } from './load.ts';
import { environmentSuite } from './suite.ts';

const SERVICES: readonly ServingApp[] = ['certs', 'cards', 'search', 'changes', 'catalogs'];
const CERTS = /^\/v1\/certs/;
const ROLLING_REQUESTS = 51_000;

const row = environmentSuite();

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describe('instances of services', () => {
  row(
    {
      number: '1',
      fault:
        'One of the two instances of each service is killed (`kill -9`), one service at a time',
      expected: '0 errors',
    },
    async (environment, checks) => {
      const experiment = await environment.during(async () => {
        for (const app of SERVICES) {
          const [instance] = environment.of(app);
          await instance.kill();
          await pause(1500);
          await instance.start();
        }
      });
      experiment.checkUnaffected(checks);
      return { seen: listedErrors(experiment.outcomes), experiment };
    },
  );

  row(
    {
      number: '31',
      fault: 'One of the two instances of cards cannot allocate memory and exits',
      expected: '0 errors',
    },
    async (environment, checks) => {
      const experiment = await environment.during(async () => {
        const [, instance] = environment.of('cards');
        await instance.exhaustMemory();
        await instance.start();
      });
      experiment.checkUnaffected(checks);
      return { seen: listedErrors(experiment.outcomes), experiment };
    },
  );

  row(
    {
      number: '2',
      fault: 'Both instances of the certs service are killed and restarted after 2 s',
      expected:
        '503 for its operations only, within 50 ms (p99); good responses again within 1 s of the restart; 0 errors elsewhere',
    },
    async (environment, checks) => {
      let started = 0;
      const experiment = await environment.during(async () => {
        const both = environment.of('certs');
        await Promise.all(both.map((instance) => instance.kill()));
        await pause(2000);
        await Promise.all(both.map((instance) => instance.start()));
        started = now();
      });
      const { isTo, outcomes, failed, from } = experiment;
      const certs = outcomes.filter((outcome) => isTo(CERTS, outcome));
      const others = outcomes.filter((outcome) => !isTo(CERTS, outcome));
      // Exclude requests that may have been in flight when the fault began. They are retried, so they may be slow.
      const p99 = percentile(
        failed.filter(({ due }) => due > from + 100),
        0.99,
      );
      const good = experiment.firstGood(started, certs);
      experiment.checkSound(checks);
      checks.none('errors of other operations', experiment.errors(others));
      checks.that(
        'only 503',
        failed.every(({ status }) => status === 503),
        listedErrors(failed),
      );
      checks.that('some 503', failed.length > 0);
      checks.atMost('p99 of 503', p99, 50, ' ms');
      checks.atMost('first good response after the start', good, 1000, ' ms');
      return {
        seen: `${listedErrors(certs)}, their p99 ${p99} ms; other operations: ${listedErrors(others)}; good after ${good} ms`,
        experiment,
      };
    },
  );

  row(
    {
      number: '3',
      fault:
        'One of the two instances of cards is paused (`SIGSTOP`) until the liveness probe from the manifests fails',
      expected: '0 errors; the probe fails within 15 s',
    },
    async (environment, checks) => {
      let found = 0;
      const experiment = await environment.during(async () => {
        const [instance] = environment.of('cards');
        const began = now();
        const probing = untilProbeFails(instance, 'livenessProbe');
        instance.signal('SIGSTOP');
        found = (await probing) - began;
        await instance.kill();
        await instance.start();
      });
      experiment.checkUnaffected(checks);
      checks.atMost('time until the probe fails', Math.round(found), 15_000, ' ms');
      return {
        seen: `${listedErrors(experiment.outcomes)}; the probe failed after ${seconds(found)}`,
        experiment,
      };
    },
  );

  row(
    {
      number: '20',
      fault: 'One of the two instances of search is paused for 20 s (`SIGSTOP`), then resumed',
      expected: '0 errors',
    },
    async (environment, checks) => {
      const experiment = await environment.during(async () => {
        const [, instance] = environment.of('search');
        instance.signal('SIGSTOP');
        await pause(20_000);
        instance.signal('SIGCONT');
      });
      experiment.checkUnaffected(checks);
      return { seen: listedErrors(experiment.outcomes), experiment };
    },
  );
});

describe('gateways', () => {
  row(
    {
      number: '4',
      fault: 'One of the two gateways is killed (`kill -9`) and restarted after 2 s',
      expected: 'only requests on its connections are lost',
    },
    async (environment, checks) => {
      let killedAt = 0;
      let restartedAt = 0;
      const [gateway] = environment.of('gateway');
      const experiment = await environment.during(async () => {
        killedAt = now();
        await gateway.kill();
        await pause(2000);
        restartedAt = now();
        await gateway.start();
      });
      const onItsConnections = experiment.failed.filter(
        ({ gateway: address, received }) =>
          address === gateway.address && received >= killedAt && received <= restartedAt,
      );
      const beyond = experiment.failed.filter((outcome) => !onItsConnections.includes(outcome));
      experiment.checkSound(checks);
      checks.none('other errors', experiment.errors(beyond));
      return {
        seen: `${listedErrors(experiment.outcomes)}; of other connections: ${beyond.length}`,
        experiment,
      };
    },
  );

  row(
    {
      number: '4b',
      fault:
        'One of the two gateways is paused for 5 s (`SIGSTOP`), behind a load balancer that checks readiness every 0.5 s',
      expected: '0 errors',
    },
    async (environment, checks) => {
      const gateways = environment.of('gateway');
      const experiment = await environment.during(async (load) => {
        const endBalance = balance(gateways, load);
        gateways[0].signal('SIGSTOP');
        await pause(5000);
        gateways[0].signal('SIGCONT');
        await endBalance();
      });
      experiment.checkUnaffected(checks);
      return {
        seen: `${listedErrors(experiment.outcomes)}; slowest ${seconds(percentile(experiment.outcomes, 1))}`,
        experiment,
      };
    },
  );
});

describe('every process', () => {
  row(
    {
      number: '5',
      limitSeconds: 360,
      fault: 'Every process is stopped (`SIGTERM`) and restarted, one at a time, repeatedly',
      expected: '0 errors in 50,000 requests',
    },
    async (environment, checks) => {
      let restarts = 0;
      const experiment = await environment.during(async (load) => {
        const endBalance = balance(environment.of('gateway'), load);
        while (load.outcomes.length < ROLLING_REQUESTS) {
          for (const instance of environment.instances) {
            await instance.stop();
            await instance.start();
            if (instance.app === 'gateway') await pause(BALANCER_DELAY_MS);
            restarts += 1;
          }
        }
        await endBalance();
      });
      experiment.checkUnaffected(checks);
      checks.atLeast('requests', experiment.all.length, 50_000);
      return { seen: `${listedErrors(experiment.outcomes)}; ${restarts} restarts`, experiment };
    },
  );

  row(
    {
      number: '7b',
      fault: 'NATS is killed, then every process receives `SIGTERM`',
      expected: 'every process exits within 5 s',
    },
    async (environment, checks) => {
      await environment.nats.kill();
      const times = await Promise.all(
        environment.instances.map(async (instance) => {
          const began = now();
          await instance.stop();
          return Math.round(now() - began);
        }),
      );
      const slowest = Math.max(...times);
      checks.atMost('time until the last process exited', slowest, 5000, ' ms');
      return { seen: `the last process exited after ${seconds(slowest)}` };
    },
  );
});
