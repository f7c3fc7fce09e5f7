import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  SERVING_APPS,
  type Server,
  type ServingApp,
  startApp,
  startNats,
} from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { startProxy, type TcpProxy } from '@gcd/testing/tcp-proxy.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';

const CERTS = fileURLToPath(new URL('../../../apps/certs/dist/main.js', import.meta.url));

let directory: string;
let nats: Server;
let toNats: TcpProxy;
let toDatabase: TcpProxy;
let toRedis: TcpProxy;
let apps: RunningApp[] = [];

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-shutdown-'));
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log: () => undefined });
  toNats = await startProxy(nats.url);
  toDatabase = await startProxy(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
  toRedis = await startProxy(testEnvironment('TEST_REDIS_URL'));
});

afterEach(async () => {
  for (const app of apps) app.kill('SIGKILL');
  for (const proxy of [toNats, toDatabase, toRedis]) proxy.close();
  await nats.stop();
});

const lookUp = () =>
  getFrom(`http://127.0.0.1:${apps.at(-1)?.port}`, '/v1/certs/psa/10000001', {
    'x-api-key': testEnvironment('TEST_API_KEY'),
  });

/**
 * Timeout for a shutdown in milliseconds. It is much longer than a shutdown should take, but much shorter than the 30 s
 * that a process manager waits.
 */
const SHUTDOWN_MS = 15_000;
/**
 * Apps that close different connections and timers on shutdown. `cards` and `search` are omitted, because their
 * shutdown code is the same as that of `certs`.
 */
const DIFFERENT_APPS: readonly ServingApp[] = ['certs', 'changes', 'catalogs', 'gateway'];

describe('every process shuts down cleanly on SIGTERM', () => {
  it.each([
    ['refuse connections', 'cut', DIFFERENT_APPS],
    ['are stalled', 'stall', SERVING_APPS],
  ] as const)('while NATS, PostgreSQL and Redis %s', async (_what, fault, names) => {
    const options = {
      databaseAs: asRole(toDatabase.url),
      natsUrl: toNats.url,
      redisUrl: toRedis.url,
      logDir: path.join(directory, 'logs'),
      cursorKeysFile: cursorKeysFile(directory),
      gateway: { RESPONSE_CACHE_MB: '0' },
    };
    apps = await Promise.all(
      names.map((app) => startApp(app, environmentOf(app, options), options.logDir)),
    );
    // This request makes the processes open all their connections.
    expect((await lookUp()).status).toBe(200);
    for (const proxy of [toNats, toDatabase, toRedis]) proxy[fault]();
    // Send requests that will still be in flight when the signal arrives.
    const requests = Promise.allSettled(Array.from({ length: 4 }, lookUp));
    for (const app of apps) app.kill('SIGTERM');
    const exited = Promise.all(apps.map((app) => app.exited)).then(() => 'exited');
    expect(await Promise.race([exited, pause(SHUTDOWN_MS, 'running', { ref: false })])).toBe(
      'exited',
    );
    await requests;
    for (const app of names) {
      const log = readFileSync(path.join(directory, 'logs', `${app}.log`), 'utf8');
      expect([app, log.trimEnd().split('\n').at(-1)]).toEqual([
        app,
        expect.stringContaining('"stopped"'),
      ]);
    }
  });
});

it('a process that is waiting for NATS to start exits on SIGTERM', async () => {
  toNats.cut();
  const healthPort = await getPort({ host: '127.0.0.1' });
  const env = environmentOf('certs', {
    databaseAs: asRole(toDatabase.url),
    natsUrl: toNats.url,
    redisUrl: toRedis.url,
    logDir: directory,
  });
  const child = spawn(process.execPath, [CERTS], {
    env: { PATH: process.env.PATH, ...env, HEALTH_PORT: String(healthPort) },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    expect((await fetch(`http://127.0.0.1:${healthPort}/health/live`)).status).toBe(200);
  }, 30_000);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}, 60_000);
