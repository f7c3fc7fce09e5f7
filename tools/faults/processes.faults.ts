import { setTimeout as pause } from 'node:timers/promises';
import type { ServingApp } from '@gcd/local';
import { describe } from '@jest/globals';
import { errorsOf, now, percentile } from './load.ts';
import { BALANCER_DELAY_MS, balance, untilProbeFails } from './probes.ts';
import { environmentSuite } from './suite.ts';

const SERVICES: readonly ServingApp[] = ['certs', 'cards', 'search', 'changes', 'catalogs'];
const CERTS = /^\/v1\/certs/;
const OTHERS = /^(?!\/v1\/certs)/;
const ROLLING_REQUESTS = 51_000;

const { row, unnoticed } = environmentSuite();

describe('instances of services', () => {
  unnoticed(
    {
      number: '1',
      fault:
        'One of the two instances of each service is killed (`kill -9`), one service at a time',
    },
    async (environment) => {
      for (const app of SERVICES) {
        const [instance] = environment.of(app);
        await instance.kill();
        await pause(1500);
        await instance.start();
      }
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
      const { failed, from } = experiment;
      // Exclude requests that may have been in flight when the fault began. They are retried, so they may be slow.
      const rejected = failed.filter(({ due }) => due > from + 100);
      const good = experiment.firstGood(started, experiment.requestsTo(CERTS));
      experiment.checkSound(checks, 503);
      checks.none('errors of other operations', errorsOf(experiment.requestsTo(OTHERS)));
      checks.that('some 503', failed.length > 0);
      checks.atMost('p99 of 503', percentile(rejected, 0.99), 50, ' ms');
      checks.atMost('first good response after the start', good, 1000, ' ms');
      return experiment;
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
      let failedAfter = 0;
      const experiment = await environment.during(async () => {
        const [instance] = environment.of('cards');
        const began = now();
        const probing = untilProbeFails(instance);
        instance.signal('SIGSTOP');
        failedAfter = (await probing) - began;
        await instance.kill();
        await instance.start();
      });
      experiment.checkSound(checks);
      checks.atMost('time until the probe fails', Math.round(failedAfter), 15_000, ' ms');
      return experiment;
    },
  );

  unnoticed(
    {
      number: '20',
      fault: 'One of the two instances of search is paused for 20 s (`SIGSTOP`), then resumed',
    },
    async (environment) => {
      const [, instance] = environment.of('search');
      instance.signal('SIGSTOP');
      await pause(20_000);
      instance.signal('SIGCONT');
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
      const others = experiment.failed.filter(
        ({ gateway: address, received }) =>
          address !== gateway.address || received < killedAt || received > restartedAt,
      );
      experiment.checkSound(checks, 0);
      checks.none('errors on other connections', errorsOf(others));
      return experiment;
    },
  );

  unnoticed(
    {
      number: '4b',
      fault:
        'One of the two gateways is paused for 5 s (`SIGSTOP`), behind a load balancer that checks readiness every 0.5 s',
    },
    async (environment, load) => {
      const gateways = environment.of('gateway');
      const endBalance = balance(gateways, load);
      gateways[0].signal('SIGSTOP');
      await pause(5000);
      gateways[0].signal('SIGCONT');
      await endBalance();
    },
  );
});

describe('every process', () => {
  unnoticed(
    {
      number: '5',
      fault: 'Every process is stopped (`SIGTERM`) and restarted, one at a time, repeatedly',
      expected: '0 errors in 50,000 requests',
      limitSeconds: 360,
    },
    async (environment, load) => {
      const endBalance = balance(environment.of('gateway'), load);
      while (load.outcomes.length < ROLLING_REQUESTS) {
        for (const instance of environment.instances) {
          await instance.stop();
          await instance.start();
          if (instance.app === 'gateway') await pause(BALANCER_DELAY_MS);
        }
      }
      await endBalance();
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
      const began = now();
      await Promise.all(environment.instances.map((instance) => instance.stop()));
      const took = Math.round(now() - began);
      checks.atMost('time until the last process exited', took, 5000, ' ms');
      return `the last process exited after ${took} ms`;
    },
  );
});
