import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { describe } from '@jest/globals';
import { Skip } from './checks.ts';
import type { Disks } from './disk.ts';
import type { Environment } from './environment.ts';
import { listedErrors } from './steady-load.ts';
import { environmentSuite } from './suite.ts';

const LIMIT = 150;
const CARDS = 60_000;

const { row } = environmentSuite({ disks: { postgres: 450, redis: 4, logs: 2 } });

function disksOf({ disks }: Environment): Disks {
  if (!disks) throw new Skip('no file system can be mounted: run it as root');
  return disks;
}

describe('a full disk', () => {
  row('24', async (environment, checks) => {
    const disks = disksOf(environment);
    const exits = environment.unexpectedExits;
    disks.logs.fill();
    const experiment = await environment.during(() => pause(20_000));
    experiment.checkUnaffected(checks);
    checks.none('processes exited', environment.unexpectedExits - exits);
    return { seen: listedErrors(experiment.outcomes), experiment };
  });

  row('23', async (environment, checks) => {
    const disks = disksOf(environment);
    const experiment = await environment.during(
      async () => {
        disks.redis.fill();
        await pause(8000);
        disks.redis.free();
      },
      { limit: LIMIT, afterMs: 8000 },
    );
    const least = Math.min(...experiment.quotas.map(({ served }) => served));
    experiment.checkUnaffected(checks);
    return {
      seen: `${listedErrors(experiment.outcomes)}; ${experiment.overAdmitted} over-admitted, at least ${least} of ${LIMIT} served`,
      experiment,
    };
  });

  row('22', async (environment, checks) => {
    const disks = disksOf(environment);
    const exits = environment.unexpectedExits;
    const dataset = path.join(environment.directory, 'dataset');
    mkdirSync(dataset);
    const rows = Array.from({ length: CARDS }, (_, index) => {
      return `${(index + 1_000_000).toString(16).padStart(40, '0')},psa,1999 FULL DISK #${index} ${'X'.repeat(200)}\n`;
    });
    writeFileSync(path.join(dataset, 'cards.csv'), `card_id,grader,description\n${rows.join('')}`);
    const runImport = (): Promise<boolean> =>
      runAdmin(['import', dataset], { DATABASE_URL: environment.postgres.url }).then(
        () => true,
        () => false,
      );
    let hasPassedFull = false;
    const experiment = await environment.during(async () => {
      disks.postgres.fill();
      hasPassedFull = await runImport();
      disks.postgres.free();
    });
    const hasPassed = await runImport();
    experiment.checkUnaffected(checks);
    checks.that('the import fails on the full disk', !hasPassedFull);
    checks.that('the import passes with space again', hasPassed);
    checks.none('processes exited', environment.unexpectedExits - exits);
    return { seen: listedErrors(experiment.outcomes), experiment };
  });
});
