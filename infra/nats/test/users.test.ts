import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  runAdmin,
  SERVING_APPS,
  type Server,
  startApp,
} from '@gcd/local';
import { natsAddress } from '@gcd/nats/address';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { asUser, startNatsWithUsers } from '@gcd/testing/server-users.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, PermissionViolationError } from '@nats-io/transport-node';

let nats: Server;
const apps = new Map<string, RunningApp>();
const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-nats-users-'));
const key = { 'x-api-key': testEnvironment('TEST_API_KEY') };

beforeAll(async () => {
  nats = await startNatsWithUsers();
  const databaseUrl = testEnvironment('TEST_FIXTURE_DATABASE_URL');
  await runAdmin(['catalogs', 'build'], {
    DATABASE_URL: databaseUrl,
    NATS_URL: asUser(nats.url, 'admin'),
  });
  const options = {
    databaseAs: asRole(databaseUrl),
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir,
  };
  await Promise.all(
    SERVING_APPS.map(async (app) => {
      const natsUrl = asUser(nats.url, app);
      const env = environmentOf(app, {
        ...options,
        natsUrl,
        cursorKeysFile: cursorKeysFile(logDir),
      });
      apps.set(app, await startApp(app, env, logDir));
    }),
  );
});

afterAll(async () => {
  await Promise.all([...apps.values()].map((app) => app.stop()));
  await nats?.stop();
});

/** Performs an action as a NATS user. @returns the error that the server reports; undefined if there is none */
async function objection(
  user: string,
  operation: 'publish' | 'subscription',
  subject: string,
): Promise<string | undefined> {
  const connection = await connect(natsAddress(asUser(nats.url, user)));
  let violation: PermissionViolationError | undefined;
  const received = (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        violation ??= status.error;
    }
  })();
  if (operation === 'publish') connection.publish(subject);
  else connection.subscribe(subject, { callback: () => undefined });
  await connection.flush();
  await connection.close();
  await received;
  return violation && `${violation.operation} ${violation.subject}`;
}

describe('processes with separate NATS users', () => {
  it.each([
    '/v1/certs/psa/10000001',
    '/v1/cards/search/simple?query=charizard',
    '/v1/cards/population/changes',
    '/v1/catalogs/pokemon',
  ])('can serve %s', async (target) => {
    const response = await getFrom(`http://127.0.0.1:${apps.get('gateway')?.port}`, target, key);
    expect(response.status).toBe(200);
  });

  it('can reply to heartbeats and to requests for a single instance', async () => {
    // While one instance is stalled, requests go to the subject of the other instance, which still replies to
    // heartbeats.
    const hanging = apps.get('certs') as RunningApp;
    const second = await startApp(
      'certs',
      {
        DATABASE_URL: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_certs'),
        NATS_URL: asUser(nats.url, 'certs'),
        HEALTH_PORT: '0',
      },
      logDir,
    );
    try {
      hanging.kill('SIGSTOP');
      const gateway = `http://127.0.0.1:${apps.get('gateway')?.port}`;
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const target = '/v1/certs/psa/10000001/population';
        expect((await getFrom(gateway, target, key)).status).toBe(200);
      }
    } finally {
      hanging.kill('SIGCONT');
      await second.stop();
    }
  });

  it('log no permission violations', () => {
    for (const app of SERVING_APPS) {
      const log = readFileSync(path.join(logDir, `${app}.log`), 'utf8');
      expect([app, /Permissions Violation[^,]*/.exec(log)?.[0]]).toEqual([app, undefined]);
    }
  });
});

describe('a NATS client without valid credentials', () => {
  it.each(['', 'somebody'])('is rejected (%p)', async (user) => {
    const address = natsAddress(user ? asUser(nats.url, user) : nats.url);
    await expect(connect({ ...address, reconnect: false })).rejects.toThrow(/Authorization/i);
  });
});

describe('NATS permissions', () => {
  it.each([
    ['certs', 'subscription', '>'],
    ['certs', 'subscription', '_INBOX.>'],
    ['certs', 'publish', 'cards.v1.get'],
    ['changes', 'publish', '_INBOX.gateway.guessed'],
    ['gateway', 'publish', 'keys.changed'],
    ['search', 'publish', 'levers.changed'],
    ['gateway', 'subscription', 'certs.v1.lookup'],
    ['catalogs', 'publish', '$JS.API.STREAM.DELETE.KV_catalogs'],
    ['catalogs', 'publish', '$KV.catalogs.pokemon'],
    ['admin', 'subscription', '_INBOX.gateway.>'],
    ['admin', 'publish', 'certs.v1.lookup'],
    ['admin', 'publish', '$JS.API.ACCOUNT.PURGE.$G'],
  ] as const)('deny the user %s permission for %s on %s', async (user, operation, subject) => {
    expect(await objection(user, operation, subject)).toBe(`${operation} ${subject}`);
  });
});
