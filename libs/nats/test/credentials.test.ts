import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, type Server, startApp } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { asUser, startNatsWithUsers } from '@gcd/testing/server-users.js';
import { afterAll, expect, it } from '@jest/globals';

let nats: Server | undefined;
let apps: RunningApp[] = [];

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await nats?.stop();
});

it('a process exits with an error if NATS rejects its credentials', async () => {
  nats = await startNatsWithUsers();
  const port = Number(new URL(nats.url).port);
  const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-credentials-'));
  const { url } = nats;
  const start = (app: 'certs' | 'gateway'): Promise<RunningApp> => {
    const options = {
      databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
      natsUrl: asUser(url, app),
      redisUrl: testEnvironment('TEST_REDIS_URL'),
      logDir,
    };
    return startApp(app, environmentOf(app, options), logDir);
  };
  apps = await Promise.all([start('certs'), start('gateway')]);
  await nats.stop();
  nats = await startNatsWithUsers('another', port);
  await Promise.all(apps.map(({ exited }) => exited));
  for (const app of ['certs', 'gateway']) {
    const lines = readFileSync(path.join(logDir, `${app}.log`), 'utf8');
    expect(lines).toContain('the connection to NATS has ended');
    expect(lines).not.toContain('secret');
  }
}, 120_000);
