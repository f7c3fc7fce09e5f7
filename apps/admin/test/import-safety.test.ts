import { eventually } from '@gcd/testing/eventually.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf, type Run, startAdmin } from './admin.js';
import { database } from './new-database.js';

let directory: string;
beforeEach(async () => {
  directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      [cardId(1), 'psa', 'x'],
      [cardId(2), 'sgc', 'y'],
    ),
    'certs.csv': csv('grader,cert,card_id', ['psa', '1', cardId(1)]),
    'populations.csv': csv('card_id,date,grades', [cardId(1), '2024-01-01', { psa_9: 1 }]),
  });
});

const cardCount = async (): Promise<number> => (await database.query('select from cards')).length;
const loadStates = () => database.query('select status, failure from loads order by id');

/**
 * Starts an import and pauses it after it has written cards, but before it writes certs. Runs `work` during the pause.
 */
async function inTheMiddle(work: (run: Run) => Promise<void>): Promise<void> {
  const blocker = await database.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table certs in exclusive mode');
    const run = database.start('import', directory, '--json');
    await database.untilBlocked();
    await work(run);
  } finally {
    await blocker.end();
  }
}

describe('an import', () => {
  it('is invisible until it is complete', async () => {
    let run: Run | undefined;
    await inTheMiddle(async (started) => {
      run = started;
      expect(await cardCount()).toBe(0);
      expect(await database.query('select version from dataset')).toEqual([{ version: '0' }]);
    });
    expect((await run?.ended)?.status).toBe(0);
    expect(await cardCount()).toBe(2);
    expect(await database.query('select version from dataset')).toEqual([{ version: '1' }]);
  });

  it('keeps the previous data if it is killed, and succeeds when run again', async () => {
    for (const _ of [1, 2]) {
      await inTheMiddle(async (run) => {
        run.process.kill('SIGKILL');
        await run.ended;
      });
      expect(await cardCount()).toBe(0);
      expect(await database.query('select version from dataset')).toEqual([{ version: '0' }]);
    }
    expect((await loadStates()).at(-1)).toEqual({ status: 'running', failure: null });
    const { status, result } = await database.json('import', directory);
    expect(status).toBe(0);
    expect(result.files.cards.added).toBe(2);
    expect(await loadStates()).toEqual([
      { status: 'failed', failure: 'was killed' },
      { status: 'failed', failure: 'was killed' },
      { status: 'finished', failure: null },
    ]);
  });

  it('is shown by admin status while it runs, after it was killed, and when it has finished', async () => {
    const lastImport = async () => (await database.json('status')).result.last_import;
    await inTheMiddle(async (run) => {
      expect(await lastImport()).toMatchObject({ status: 'running', failure: null });
      run.process.kill('SIGKILL');
      await run.ended;
    });
    const failed = { status: 'failed', failure: 'was killed' };
    await eventually(async () => expect(await lastImport()).toMatchObject(failed));
    expect((await database.admin('status')).stdout).toContain(`${directory}, failed (was killed),`);
    const { result } = await database.json('import', directory);
    const finished = { id: result.import, status: 'finished', directory, summary: result.files };
    expect(await lastImport()).toMatchObject(finished);
    const { stdout } = await database.admin('status');
    expect(stdout).toContain('rows: 4 added, 0 changed, 0 unchanged, 0 rejected');
  });
});

describe('a second import that starts during another one', () => {
  it('fails immediately with --no-wait', async () => {
    await inTheMiddle(async () => {
      const { status, stderr } = await database.admin('import', directory, '--no-wait');
      expect(status).toBe(1);
      expect(stderr).toContain('--no-wait');
    });
    expect(await loadStates()).toHaveLength(1);
  });

  it('waits for the first import by default, and then changes nothing', async () => {
    let second: Run | undefined;
    let stderr = '';
    await inTheMiddle(async () => {
      second = database.start('import', directory, '--json');
      second.process.stderr?.on('data', (data) => {
        stderr += data;
      });
      await eventually(async () => expect(stderr).toContain('waiting'));
      expect(second.process.exitCode).toBeNull();
    });
    const outcome = await second?.ended;
    expect(outcome?.status).toBe(0);
    expect(JSON.parse(outcome?.stdout ?? '').files.cards).toMatchObject({ added: 0, unchanged: 2 });
    expect(await loadStates()).toMatchObject([{ status: 'finished' }, { status: 'finished' }]);
  });
});

it('an import succeeds with a warning when NATS is unavailable', async () => {
  const env = { DATABASE_URL: database.url, NATS_URL: 'nats://127.0.0.1:1' };
  const { status, stdout, stderr } = await startAdmin(['import', directory], env).ended;
  expect(status).toBe(0);
  expect(stdout).toContain('cards');
  expect(stderr).toContain('dataset.changed');
});
