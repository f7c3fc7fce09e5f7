import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environmentOf, SERVING_APPS } from '@gcd/local';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase } from '@gcd/testing/database.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';

const APPS = fileURLToPath(new URL('../../../apps', import.meta.url));
const directory = mkdtempSync(path.join(tmpdir(), 'gcd-programs-'));
const children: ChildProcess[] = [];

/** Copies a built program to a directory with no node_modules. @returns its main file */
function copyOf(app: string): string {
  for (const part of [`${app}/dist`, `${app}/package.json`, 'docs/dist']) {
    cpSync(path.join(APPS, part), path.join(directory, part), { recursive: true });
  }
  return path.join(directory, app, 'dist', 'main.js');
}

let nats: OwnNats;
let environments: Record<string, NodeJS.ProcessEnv>;
beforeAll(async () => {
  nats = await startOwnNats();
  const keyFile = path.join(directory, 'site-key');
  writeFileSync(keyFile, testEnvironment('TEST_API_KEY'));
  const { options } = nats;
  environments = {
    ...Object.fromEntries(SERVING_APPS.map((app) => [app, environmentOf(app, options)])),
    site: {
      PORT: '0',
      HEALTH_PORT: '0',
      API_URL: testEnvironment('TEST_API_URL'),
      API_KEY_FILE: keyFile,
    },
  };
});

afterAll(async () => {
  const exits = children.map((child) => {
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    const exited = hasExited ? undefined : once(child, 'exit');
    child.kill('SIGKILL');
    return exited;
  });
  await Promise.all(exits);
  await nats.stop();
  rmSync(directory, { recursive: true });
});

// Images contain built programs but no node_modules.
it.each([...SERVING_APPS, 'site'])('%s starts without node_modules', async (app) => {
  const env = { PATH: process.env.PATH, ...environments[app] };
  const child = fork(copyOf(app), {
    execArgv: [],
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  expect([ready, errors]).toEqual([
    { port: expect.any(Number), healthPort: expect.any(Number) },
    '',
  ]);
});

it('the bundled admin command runs migrations without a node_modules directory', async () => {
  const url = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'programs_test');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [copyOf('admin'), 'migrate', '--json'],
    { env: { PATH: process.env.PATH, DATABASE_URL: url } },
  );
  expect(JSON.parse(stdout).migrations.length).toBeGreaterThan(0);
});
