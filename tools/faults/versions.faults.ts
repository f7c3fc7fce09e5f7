import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as current from '@gcd/local';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';
import { afterAll } from '@jest/globals';
import type { Instance, Version } from './instance.ts';
import { checkOut, type Previous } from './previous.ts';
import { BALANCER_DELAY_MS, balance } from './probes.ts';
import { suite } from './suite.ts';

/**
 * Git reference of the previous version. For example, `PREVIOUS=v1.2 npm run faults -- versions` uses the tag `v1.2`.
 */
const REFERENCE = process.env.PREVIOUS || 'HEAD~1';
/** Pause in milliseconds between two steps. */
const MIXED_MS = 4000;

let previous: Previous;

// Migrations run before updates, so the old version must work with the schema of the new version.
const { row } = suite({
  async install() {
    previous ??= await checkOut(REFERENCE);
    return previous.version;
  },
});
afterAll(() => previous?.remove());

row(
  {
    number: '33',
    limitSeconds: 300,
    fault:
      'The previous version is upgraded to this version and then rolled back, services first, one process at a time',
    expected: 'every operation is served by any combination of versions; 0 errors',
  },
  async (environment, checks) => {
    const services = environment.instances.filter(({ app }) => app !== 'gateway');
    const gateways = environment.of('gateway');
    const experiment = await environment.during(async (load) => {
      const endBalance = balance(gateways, load);
      const steps: [readonly Instance[], Version][] = [
        [services, current],
        [gateways, current],
        [services, previous.version],
        [gateways, previous.version],
      ];
      for (const [instances, version] of steps) {
        for (const instance of instances) {
          await instance.stop();
          await instance.start(version);
          if (instance.app === 'gateway') await pause(BALANCER_DELAY_MS);
        }
        await pause(MIXED_MS);
      }
      await endBalance();
    });
    const paths = Object.keys(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')).paths);
    const requested = paths.filter((path) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      return experiment.endpoints.some(({ target }) => pattern.test(target.split('?')[0] ?? ''));
    });
    experiment.checkSound(checks);
    checks.none(
      'operations left out',
      paths.filter((path) => path.startsWith('/v1/') && !requested.includes(path)),
    );
    return experiment;
  },
);
