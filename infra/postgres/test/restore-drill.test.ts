import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addAccount } from '@gcd/testing/account.js';
import { testEnvironment } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../restore-drill.sh', import.meta.url));
const TARGET = 'restore_drill';

const [server] = await query<{ major: number }>(
  testEnvironment('TEST_DATABASE_URL'),
  "select current_setting('server_version_num')::integer / 10000 as major",
);
const version = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const canRun = Number(/ (\d+)/.exec(version)?.[1]) >= (server?.major ?? 0);
if (!canRun) {
  process.stderr.write(
    `SKIPPED: the restore drill. To run it: apt-get install postgresql-client-${server?.major}\n`,
  );
}

(canRun ? describe : describe.skip)('restore-drill.sh', () => {
  const source = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  const target = new URL(source);
  target.pathname = `/${TARGET}`;

  afterAll(() => query(source, `drop database if exists ${TARGET} with (force)`));

  it('restores every row of a database under load, and begins a new epoch of the change feed', async () => {
    let isRunning = true;
    const drill = run('bash', [SCRIPT, source, target.href]).finally(() => {
      isRunning = false;
    });
    drill.catch(() => undefined);
    let accounts = 0;
    while (isRunning) {
      await addAccount(source, {});
      accounts += 1;
    }
    const { stdout } = await drill;
    expect(accounts).toBeGreaterThan(1);
    expect(stdout).toContain('The restored database equals the source at the time of the backup.');
    expect(stdout).toMatch(/^Restored in 0 min \d+ s/m);
    const epochs = (url: string) => query(url, 'select epoch from feed_head');
    expect(await epochs(target.href)).not.toEqual(await epochs(source));
  });
});
