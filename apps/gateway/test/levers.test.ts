import { asRole, environmentOf, type RunningApp, startApp } from '@gcd/local';
import { addAccount } from '@gcd/testing/account.js';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, MIGRATED_TEMPLATE } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

let nats: OwnNats;
let database: string;
let key: string;
const apps: RunningApp[] = [];

const start = async (app: 'certs' | 'search' | 'gateway'): Promise<RunningApp> => {
  const running = await startApp(app, environmentOf(app, nats.options), nats.options.logDir);
  apps.push(running);
  return running;
};

const levers = (...args: string[]) =>
  runInAdminProcess(['levers', ...args], {
    DATABASE_URL: database,
    NATS_URL: nats.options.natsUrl,
  });

const get = (target: string, { port } = apps.at(-1) as RunningApp) =>
  getFrom(`http://127.0.0.1:${port}`, target, { 'x-api-key': key });

beforeAll(async () => {
  database = await createDatabase(
    testEnvironment('TEST_DATABASE_URL'),
    'levers',
    MIGRATED_TEMPLATE,
  );
  // Cached responses are still served.
  nats = await startOwnNats({ databaseAs: asRole(database), gateway: { RESPONSE_CACHE_MB: '0' } });
  ({ key } = await addAccount(database));
  for (const app of ['certs', 'search', 'gateway'] as const) await start(app);
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await nats.stop();
});

it.each([
  ['certs', '0', '/v1/certs/psa/1', 404],
  ['suggestions', 'off', '/v1/cards/search/suggest?query=charizard', 200],
  ['corrections', 'off', '/v1/cards/search/simple?query=charizrad', 200],
])(
  'the lever %s rejects requests with 503 and Retry-After until it is cleared',
  async (lever, value, target, usual) => {
    expect((await get(target)).status).toBe(usual);
    expect(await levers('set', lever, value)).toMatchObject({ status: 0 });
    await eventually(async () => {
      const { status, headers, body } = await get(target);
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
      expect(body.error.details.reason).toBe('overload');
    });
    await levers('clear', lever);
    await eventually(async () => expect((await get(target)).status).toBe(usual));
  },
);

it('an instance that starts later reads the levers, and exports them as metrics', async () => {
  await levers('set', 'history', '2');
  const { healthPort } = await start('gateway');
  const metrics = async (): Promise<string> =>
    (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  await eventually(async () => {
    expect(await metrics()).toContain('gcd_lever{lever="history"} 2');
    expect(await metrics()).toContain('gcd_slots{pool="history"} 2');
  });
  await levers('clear');
  await eventually(async () => expect(await metrics()).not.toContain('gcd_lever{'));
});

it.each([
  ['set', 'certs', 'off'],
  ['set', 'suggestions', '1'],
  ['set', 'everything', '0'],
])('admin levers %s %s %s is rejected', async (...args) => {
  expect((await levers(...args)).status).not.toBe(0);
});
