import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as current from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOCUMENT_FILE } from '../test/documented.ts';
import { BALANCED_MS, balance } from './kubelet.ts';
import { checkOut, type Previous } from './previous.ts';
import type { Version } from './replica.ts';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

/** Of the older version: `PREVIOUS=v1.2 npm run faults -- versions`. */
const REFERENCE = process.env.PREVIOUS || 'HEAD~1';
const INSTALL_MS = 900_000;
/** Between two steps. */
const MIXED_MS = 4000;

let previous: Previous;
let stage: Stage;
beforeAll(async () => {
  previous = await checkOut(REFERENCE);
  // The schema first: it is this version's.
  stage = await Stage.start({ version: previous.version });
}, INSTALL_MS);
afterAll(async () => {
  await stage?.stop();
  previous?.remove();
});

describe('the version before and this one', () => {
  it('answer every operation together, while one replaces the other and back', async () => {
    const services = stage.replicas.filter(({ app }) => app !== 'gateway');
    const gateways = stage.of('gateway');
    const trial = await stage.under(async (load) => {
      const endBalance = balance(gateways, load);
      const steps: [typeof services, Version][] = [
        [services, current],
        [gateways, current],
        [services, previous.version],
        [gateways, previous.version],
      ];
      for (const [replicas, version] of steps) {
        for (const replica of replicas) {
          await replica.stop();
          await replica.start(version);
          if (replica.app === 'gateway') await pause(BALANCED_MS);
        }
        await pause(MIXED_MS);
      }
      await endBalance();
    });
    const paths = Object.keys(JSON.parse(readFileSync(DOCUMENT_FILE, 'utf8')).paths);
    const called = paths.filter((path) => {
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      return trial.entries.some(({ target }) => pattern.test(target.split('?')[0] ?? ''));
    });
    record({
      number: '33',
      fault: `${previous.commit} is replaced by this version and comes back, services first, one process after the other`,
      expected:
        'every operation answers, old gateways with new services and new with old; 0 errors. (A gateway of before 2026-11-21 may lose connections when it stops)',
      seen: `${called.length} operations, ${listed(trial.errors())}`,
      trial,
    });
    // Connections that are lost when a gateway stops are the matter of each version by itself.
    const answers = trial.calls.filter(({ status }) => status > 0);
    expect([trial.errors(answers), trial.unsound]).toEqual([{}, []]);
    expect(paths.filter((path) => !called.includes(path) && path.startsWith('/v1/'))).toEqual([]);
  });
});
