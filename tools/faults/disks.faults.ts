import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { describe } from '@jest/globals';
import { environmentSuite } from './suite.ts';

const LIMIT = 150;
const CARDS = 60_000;

const { row, unnoticed } = environmentSuite({ disks: { postgres: 450, redis: 4, logs: 2 } });

describe('a full disk', () => {
  unnoticed(
    { number: '24', fault: 'The disk with the logs is full for 20 s' },
    async ({ disks }) => {
      disks.get('logs')?.fill();
      await pause(20_000);
    },
  );

  unnoticed(
    {
      number: '23',
      fault: "The disk with Redis' append-only file is full for 8 s",
      expected: '0 errors; 0 over-admitted',
    },
    async ({ disks }) => {
      disks.get('redis')?.fill();
      await pause(8000);
      disks.get('redis')?.free();
    },
    { limit: LIMIT, afterMs: 8000 },
  );

  row(
    {
      number: '22',
      fault: "PostgreSQL's disk is full during an import",
      expected:
        'the import fails; 0 read errors; once the disk has space again, the import succeeds with no repair',
    },
    async (environment, checks) => {
      const { disks, postgres } = environment;
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
        runAdmin(['import', dataset], { DATABASE_URL: postgres.url }).then(
          () => true,
          () => false,
        );
      let hasPassedFull = false;
      const experiment = await environment.during(async () => {
        disks.get('postgres')?.fill();
        hasPassedFull = await runImport();
        disks.get('postgres')?.free();
      });
      experiment.checkSound(checks);
      checks.that('the import fails on the full disk', !hasPassedFull);
      checks.that('the import passes with space again', await runImport());
      return experiment;
    },
  );
});
