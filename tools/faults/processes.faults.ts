import { setTimeout as pause } from 'node:timers/promises';
import type { ServingApp } from '@gcd/local';
import { describe } from '@jest/globals';
import { errorsOf, now, percentile } from './load.ts';
import { BALANCER_DELAY_MS, balance } from './probes.ts';
import { suite } from './suite.ts';

const SERVICES: readonly ServingApp[] = ['certs', 'cards', 'search', 'changes', 'catalogs'];
const CERTS = /^\/v1\/certs/;
const OTHERS = /^(?!\/v1\/certs)/;
const ROLLING_REQUESTS = 51_000;

const { row, unnoticed } = suite();

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
      while ((await load.ask('count')) < ROLLING_REQUESTS) {
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
