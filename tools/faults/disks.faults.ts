import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { describe } from '@jest/globals';
import { listedErrors } from './load.ts';
import { environmentSuite } from './suite.ts';

const LIMIT = 150;
const CARDS = 60_000;

const row = environmentSuite({ disks: { postgres: 450, redis: 4, logs: 2 } });

describe('a full disk', () => {
  row(
    {
      number: '24',
      fault: 'The disk with the logs is full for 20 s',
      expected: '0 errors; no process exits',
    },
    async (environment, checks) => {
      const { disks } = environment;
      const exits = environment.unexpectedExits;
      disks.get('logs')?.fill();
      const experiment = await environment.during(() => pause(20_000));
      experiment.checkUnaffected(checks);
      checks.none('processes exited', environment.unexpectedExits - exits);
      return { seen: listedErrors(experiment.outcomes), experiment };
    },
  );

  row(
    {
      number: '23',
      fault: "The disk with Redis' append-only file is full for 8 s",
      expected: '0 errors; 0 over-admitted',
    },
    async (environment, checks) => {
      const { disks } = environment;
      const experiment = await environment.during(
        async () => {
          disks.get('redis')?.fill();
          await pause(8000);
          disks.get('redis')?.free();
        },
        { limit: LIMIT, afterMs: 8000 },
      );
      const least = Math.min(...experiment.quotas.map(({ served }) => served));
      experiment.checkUnaffected(checks);
      return {
        seen: `${listedErrors(experiment.outcomes)}; ${experiment.overAdmitted} over-admitted, at least ${least} of ${LIMIT} served`,
        experiment,
      };
    },
  );

  row(
    {
      number: '22',
      fault: "PostgreSQL's disk is full during an import",
      expected:
        'the import fails; 0 read errors; once the disk has space again, the import succeeds with no repair',
    },
    async (environment, checks) => {
      const { disks } = environment;
      const exits = environment.unexpectedExits;
      const dataset = path.join(environment.directory, 'dataset');
      mkdirSync(dataset);
      const rows = Array.from({ length: CARDS }, (_, index) => {
        return `${(index + 1_000_000).toString(16).padStart(40, '0')},psa,1999 FULL DISK #${index} ${'X'.repeat(200)}\n`;
      });
      writeFileSync(
        path.join(dataset, 'cards.csv'),
        `card_id,grader,description\n${rows.join('')}`,
      );
      const runImport = (): Promise<boolean> =>
        runAdmin(['import', dataset], { DATABASE_URL: environment.postgres.url }).then(
          () => true,
          () => false,
        );
      let hasPassedFull = false;
      const experiment = await environment.during(async () => {
        disks.get('postgres')?.fill();
        hasPassedFull = await runImport();
        disks.get('postgres')?.free();
      });
      const hasPassed = await runImport();
      experiment.checkUnaffected(checks);
      checks.that('the import fails on the full disk', !hasPassedFull);
      checks.that('the import passes with space again', hasPassed);
      checks.none('processes exited', environment.unexpectedExits - exits);
      return { seen: listedErrors(experiment.outcomes), experiment };
    },
  );
});
