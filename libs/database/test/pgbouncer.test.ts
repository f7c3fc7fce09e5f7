import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  asRole,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  startApp,
} from '@gcd/local';
import { getFrom, testEnvironment } from '@gcd/testing/api.js';
import { startPgBouncer } from '@gcd/testing/pgbouncer.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServicePool } from '../src/pool.js';
import { ROLES } from '../src/roles.js';

const MAX_SERVER_CONNECTIONS = 2;
/** Number of concurrent statements: as many as the pool has connections, so that no statement waits in the queue. */
const CLIENTS = 10;

const version = /PgBouncer (\d+)\.(\d+)/.exec(
  spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);
const [major = 0, minor = 0] = version?.slice(1).map(Number) ?? [];
// PgBouncer 1.21 added prepared statements in transaction mode.
const canRun = major > 1 || (major === 1 && minor >= 21);
if (!canRun) {
  process.stderr.write(
    'SKIPPED: tests behind PgBouncer need PgBouncer 1.21 or newer. To run them: apt-get install pgbouncer (Debian 13)\n',
  );
}

(canRun ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-pgbouncer-'));
  let pooler: Server;
  let url = '';
  let apps: RunningApp[] = [];
  let pool: ServicePool;

  beforeAll(async () => {
    const direct = new URL(testEnvironment('TEST_FIXTURE_DATABASE_URL'));
    await runAdmin(['roles'], { DATABASE_URL: direct.href });
    pooler = await startPgBouncer(direct.href, [`default_pool_size = ${MAX_SERVER_CONNECTIONS}`]);
    const pooled = new URL(direct);
    pooled.port = new URL(pooler.url).port;
    pooled.hostname = '127.0.0.1';
    url = pooled.href;
    pool = new ServicePool(asRole(url)(ROLES.certs), 'certs', () => undefined);
    const options = {
      databaseAs: asRole(url),
      natsUrl: testEnvironment('TEST_NATS_URL'),
      redisUrl: testEnvironment('TEST_REDIS_URL'),
      logDir,
      gateway: { RESPONSE_CACHE_MB: '0' },
    };
    apps = [await startApp('gateway', environmentOf('gateway', options), logDir)];
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await pool?.onApplicationShutdown();
    await pooler?.stop();
  });

  it('PgBouncer runs prepared statements for more clients than it has server connections', async () => {
    const numbers = Array.from({ length: CLIENTS * 20 }, (_, index) => index);
    const rows: { number: number; pid: number }[][] = [];
    while (rows.length < numbers.length) {
      const next = numbers.slice(rows.length, rows.length + CLIENTS);
      rows.push(
        ...(await Promise.all(
          next.map((number) =>
            pool.rows<{ number: number; pid: number }>({
              name: `number-${number % 5}`,
              text: `select $1::integer as number, pg_backend_pid() as pid, ${number % 5} as statement`,
              values: [number],
            }),
          ),
        )),
      );
    }
    expect(rows.map(([row]) => row?.number)).toEqual(numbers);
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(MAX_SERVER_CONNECTIONS);
  });

  it('roles keep the settings that PgBouncer does not forward', async () => {
    const [settings] = await pool.rows({
      text: `select current_setting('statement_timeout') as timeout, current_setting('plan_cache_mode') as plans,
        current_setting('jit') as jit`,
    });
    expect(settings).toEqual({ timeout: '1800ms', plans: 'force_generic_plan', jit: 'off' });
  });

  it('a slow statement is canceled on the server through PgBouncer', async () => {
    await expect(pool.rows({ text: 'select pg_sleep(10)' })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('a gateway serves requests with all connections through PgBouncer', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        getFrom(`http://127.0.0.1:${apps[0]?.port}`, '/v1/certs/psa/10000001', {
          'x-api-key': testEnvironment('TEST_API_KEY'),
        }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
