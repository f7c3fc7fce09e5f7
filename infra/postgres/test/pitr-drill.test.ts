import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { find } from '@gcd/local';
import { afterAll, describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('../pitr-drill.sh', import.meta.url));
const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));

const postgres = find('postgres');
const programs = postgres ? path.dirname(realpathSync(postgres.file)) : '';
const canRun = ['pg_ctl', 'pg_basebackup', 'psql'].every((name) =>
  existsSync(path.join(programs, name)),
);
if (!canRun) {
  process.stderr.write(
    'SKIPPED: the drill of point-in-time recovery. To run it: apt-get install postgresql\n',
  );
}

(canRun ? describe : describe.skip)('pitr-drill.sh', () => {
  const changes = mkdtempSync(path.join(tmpdir(), 'gcd-pitr-'));
  writeFileSync(path.join(changes, 'certs.csv'), 'grader,cert,grade\npsa,19999999,psa_9\n');
  afterAll(() => rmSync(changes, { recursive: true }));

  it('restores rows imported after the backup, and no changes made after the recovery target time', async () => {
    const { stdout } = await promisify(execFile)('bash', [SCRIPT, FIXTURE, changes], {
      env: { ...process.env, ...postgres?.env, PATH: `${programs}:${process.env.PATH}` },
    });
    expect(stdout).toContain('The restored database equals the source before the mistake.');
    expect(stdout).toMatch(/^certs 20$/m);
    expect(stdout).toMatch(/^Restored in 0 min \d+ s/m);
  });
});
