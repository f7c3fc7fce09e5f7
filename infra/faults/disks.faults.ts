import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

const LIMIT = 150;
const CARDS = 60_000;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ disks: { postgres: 450, redis: 4, logs: 2 } });
  if (!stage.disks) console.warn('SKIPPED: no disk can be mounted here. Run it as root.');
});
afterAll(() => stage.stop());

describe('a full disk', () => {
  it('of logs', async () => {
    if (!stage.disks) return;
    stage.disks.logs.fill();
    const trial = await stage.under(() => pause(20_000));
    stage.disks.logs.free();
    record({
      number: '24',
      fault: 'the disk of the logs is full',
      expected: '0 errors; lines are lost, no process ends',
      seen: `${listed(trial.errors())}; ${stage.ends} processes ended`,
      trial,
    });
    expect([trial.errors(), trial.unsound, stage.ends]).toEqual([{}, [], 0]);
  });

  it('of Redis', async () => {
    const { disks } = stage;
    if (!disks) return;
    const trial = await stage.under(
      async () => {
        disks.redis.fill();
        await pause(8000);
        disks.redis.free();
      },
      { limit: LIMIT, afterMs: 8000 },
    );
    const least = Math.min(...trial.quotas.map(({ served }) => served));
    record({
      number: '23',
      fault: "the disk of Redis' append-only file is full for 8 s",
      expected: '0 errors: PostgreSQL counts; 0 over-admitted',
      seen: `${listed(trial.errors())}; ${trial.overAdmitted} over-admitted, at least ${least} of ${LIMIT} served`,
      trial,
    });
    expect([trial.errors(), trial.unsound, trial.overAdmitted]).toEqual([{}, [], 0]);
  });

  it('of PostgreSQL', async () => {
    const { disks } = stage;
    if (!disks) return;
    const dataset = path.join(stage.directory, 'dataset');
    mkdirSync(dataset);
    const rows = Array.from({ length: CARDS }, (_, index) => {
      return `${(index + 1_000_000).toString(16).padStart(40, '0')},psa,1999 FULL DISK #${index} ${'X'.repeat(200)}\n`;
    });
    writeFileSync(path.join(dataset, 'cards.csv'), `card_id,grader,description\n${rows.join('')}`);
    const load = (): Promise<unknown> =>
      runAdmin(['import', dataset], { DATABASE_URL: stage.postgres.url });
    let refused = '';
    const trial = await stage.under(async () => {
      disks.postgres.fill();
      refused = await load().then(
        () => '',
        (error: Error) => error.message,
      );
      disks.postgres.free();
    });
    await load();
    record({
      number: '22',
      fault: 'the disk of PostgreSQL is full when a dataset is to be loaded',
      expected:
        'the load is refused, reads go on; with space again it loads, nothing is repaired by hand',
      seen: `${listed(trial.errors())}; the load was refused, and passed afterwards`,
      trial,
    });
    expect(refused).not.toBe('');
    expect([trial.errors(), trial.unsound, stage.ends]).toEqual([{}, [], 0]);
  });
});
