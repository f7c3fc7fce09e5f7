import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import {
  asUser,
  type NatsWithUsers,
  PASSWORD,
  startNatsWithUsers,
} from '@gcd/testing/server-users.js';

const APPS = ['certs', 'gateway'] as const;
const TIMEOUT_MS = 60_000;

let nats: NatsWithUsers;
let apps: RunningApp[];
let logDir: string;

beforeEach(async () => {
  nats = await startNatsWithUsers();
  logDir = mkdtempSync(path.join(tmpdir(), 'gcd-deaf-'));
  apps = await Promise.all(
    APPS.map((app) => {
      const env = environmentOf(app, {
        databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
        natsUrl: asUser(nats.url, app),
        redisUrl: testEnvironment('TEST_REDIS_URL'),
        logDir,
      });
      return startApp(app, env, logDir);
    }),
  );
}, TIMEOUT_MS);

afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await nats.stop();
});

const statuses = (kind: 'live' | 'ready'): Promise<number[]> =>
  Promise.all(
    apps.map(async ({ healthPort }) => {
      const { status } = await fetch(`http://127.0.0.1:${healthPort}/health/${kind}`);
      return status;
    }),
  );

describe('a process connected to NATS', () => {
  it(
    'fails its liveness probe if it is connected but receives no messages',
    async () => {
      expect(await statuses('live')).toEqual([200, 200]);
      nats.change((users) =>
        users.replace(
          /subscribe: \["(certs\.v1\.>", "certs\.probe\.\*|_INBOX\.gateway\.>)"/g,
          'subscribe: ["x"',
        ),
      );
      await eventually(async () => expect(await statuses('live')).toEqual([503, 503]), 30_000);
      expect(await statuses('ready')).toEqual([503, 503]);
    },
    TIMEOUT_MS,
  );

  it(
    'exits if NATS rejects its password',
    async () => {
      nats.change((users) => users.replace(/\$(CERTS|GATEWAY)_PASSWORD/g, 'another'));
      await Promise.all(apps.map(({ exited }) => exited));
      for (const app of APPS) {
        const log = readFileSync(path.join(logDir, `${app}.log`), 'utf8');
        expect(log).toContain('the connection to NATS has ended');
        expect(log).not.toContain(PASSWORD);
      }
    },
    TIMEOUT_MS,
  );
});
