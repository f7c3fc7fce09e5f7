import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nuid } from '@nats-io/transport-node';

let nats: OwnNats;
const apps: RunningApp[] = [];
beforeAll(async () => {
  nats = await startOwnNats();
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await nats.stop();
});

it.each(['certs', 'gateway'] as const)(
  '%s is ready only once it can use the database, and until then logs and counts the errors',
  async (name) => {
    const server = testEnvironment('TEST_DATABASE_URL');
    const database = `gcd_late_${nuid.next().toLowerCase()}`;
    const missing = new URL(server);
    missing.pathname = `/${database}`;
    const { logDir } = nats.options;
    const options = { ...nats.options, databaseAs: asRole(missing.href) };
    const app = await startApp(name, environmentOf(name, options), logDir);
    apps.push(app);
    const get = (target: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${app.healthPort}${target}`);

    await eventually(async () => {
      const metrics = await (await get('/metrics')).text();
      expect(metrics).toMatch(/^gcd_dependency_failures_total{dependency="database"} [1-9]/m);
    });
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(503);
    await eventually(async () => {
      const log = readFileSync(path.join(logDir, `${name}.log`), 'utf8');
      expect(log).toMatch(/does not exist.*cannot use the database/);
    });

    await createMigratedDatabase(database);
    await eventually(async () => expect((await get('/health/ready')).status).toBe(200));
  },
);
