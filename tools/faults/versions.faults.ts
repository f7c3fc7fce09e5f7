import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as current from '@gcd/local';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';
import { Environment } from './environment.ts';
import type { Instance, Version } from './instance.ts';
import { checkOut, type Previous } from './previous.ts';
import { BALANCER_DELAY_MS, balance } from './probes.ts';
import { type SuiteContext, suite } from './suite.ts';

/**
 * Git reference of the previous version. For example, `PREVIOUS=v1.2 npm run faults -- versions` uses the tag `v1.2`.
 */
const REFERENCE = process.env.PREVIOUS || 'HEAD~1';
const START_LIMIT_MS = 600_000;
/** Pause in milliseconds between two steps. */
const MIXED_MS = 4000;

interface TwoVersions extends SuiteContext {
  readonly previous: Previous;
  readonly environment: Environment;
}

const row = suite<TwoVersions>(async () => {
  const previous = await checkOut(REFERENCE);
  try {
    // Migrations run before updates, so the old version must work with the schema of the new version.
    const environment = await Environment.start({ version: previous.version });
    return {
      previous,
      environment,
      restore: () => environment.restore(),
      async stop() {
        await environment.stop();
        previous.remove();
      },
    };
  } catch (error) {
    previous.remove();
    throw error;
  }
}, START_LIMIT_MS);

row(
  {
    number: '33',
    limitSeconds: 300,
    fault:
      'The previous version is upgraded to this version and then rolled back, services first, one process at a time',
    expected: 'every operation is served by any combination of versions; 0 errors',
  },
  async ({ environment, previous }, checks) => {
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
