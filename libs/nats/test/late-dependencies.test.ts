import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  type Server,
  startApp,
  startNats,
} from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterAll, expect, it } from '@jest/globals';
import getPort from 'get-port';

const TIMEOUT_MS = 60_000;

let nats: Server | undefined;
let apps: RunningApp[] = [];
const proxies: TcpProxy[] = [];

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await nats?.stop();
  for (const proxy of proxies) proxy.close();
});

it('processes that start before NATS, PostgreSQL and Redis wait for them, then serve requests', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-late-'));
  const logDir = path.join(directory, 'logs');
  const log = path.join(logDir, 'gateway.log');
  const toDatabase = await startProxy(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
  const toRedis = await startProxy(testEnvironment('TEST_REDIS_URL'));
  proxies.push(toDatabase, toRedis);
  for (const proxy of proxies) proxy.cut();
  const port = await getPort({ host: '127.0.0.1' });
  const healthPort = await getPort({ host: '127.0.0.1' });
  const options = {
    databaseAs: asRole(toDatabase.url),
    natsUrl: `nats://127.0.0.1:${port}`,
    redisUrl: toRedis.url,
    logDir,
  };
  const env = { ...environmentOf('gateway', options), HEALTH_PORT: String(healthPort) };
  const starting = Promise.all([
    startApp('certs', environmentOf('certs', options), logDir),
    startApp('gateway', env, logDir),
  ]);
  const health = async (what: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${healthPort}/health/${what}`)).status;
  await eventually(async () => expect(await health('live')).toBe(200), TIMEOUT_MS);
  expect(await health('ready')).toBe(503);

  nats = await startNats({
    dir: path.join(directory, 'nats'),
    keep: false,
    log: () => undefined,
    port,
  });
  apps = await starting;
  const gateway = `http://127.0.0.1:${apps[1]?.port}`;
  const lookUp = () =>
    getFrom(gateway, '/v1/certs/psa/10000001', { 'x-api-key': testEnvironment('TEST_API_KEY') });
  expect((await lookUp()).status).toBe(503);
  expect(await health('ready')).toBe(503);
  await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
    expect(metrics).toMatch(/^gcd_dependency_failures_total{dependency="database"} [1-9]/m);
    expect(readFileSync(log, 'utf8')).toContain('cannot use the database');
  });

  for (const proxy of proxies) proxy.mend();
  await eventually(async () => expect((await lookUp()).status).toBe(200), TIMEOUT_MS);
  await eventually(async () => expect(await health('ready')).toBe(200), TIMEOUT_MS);
  expect(readFileSync(log, 'utf8')).not.toContain('could not start');
}, 150_000);
