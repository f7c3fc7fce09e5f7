import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLES } from '@gcd/database';
import {
  asRole,
  runAdmin,
  type Server,
  type Stack,
  startNats,
  startPostgres,
  startStack,
} from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { createDatabase, query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { openServices, type Services } from '@gcd/testing/service.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));
const APPS = ['certs', 'cards'] as const;
const ROLE_NAMES = APPS.map((app) => ROLES[app]);
const TARGETS = ['/v1/certs/psa/10000001', '/v1/certs/psa?certs=10000001', '/v1/specs/psa/1'];
/** Number of times that each request is sent, because the first one may fail on a broken connection. */
const TIMES = 5;

const directory = mkdtempSync(path.join(tmpdir(), 'gcd-restore-'));
const log = (): void => undefined;
let postgres: Server;
let nats: Server;
let stack: Stack;
let services: Services;
/** URL of another database of the server, from which statements can replace the restored one. */
let serverUrl: string;

beforeAll(async () => {
  postgres = await startPostgres({ dir: path.join(directory, 'postgres'), keep: false, log });
  serverUrl = postgres.url;
  const databaseUrl = await createDatabase(serverUrl, 'gcd');
  await runAdmin(['migrate'], { DATABASE_URL: databaseUrl });
  await runAdmin(['import', FIXTURE], { DATABASE_URL: databaseUrl });
  await createDatabase(serverUrl, 'backup', 'gcd');
  await requirePasswords();
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, log });
  stack = await startStack({
    databaseAs: (role) => asRole(databaseUrl)(role).replace('@', ':old@'),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: APPS,
  });
  services = await openServices(nats.url);
});

afterAll(async () => {
  await services?.close();
  await stack?.stop();
  await nats?.stop();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Makes the server check the passwords of the services. */
async function requirePasswords(): Promise<void> {
  await setPasswords('old');
  const [row] = await query<{ file: string }>(serverUrl, 'select current_setting($1) as file', [
    'hba_file',
  ]);
  const file = row?.file ?? '';
  const rule = `host all ${ROLE_NAMES.join(',')} 127.0.0.1/32 scram-sha-256\n`;
  writeFileSync(file, rule + readFileSync(file, 'utf8'));
  await query(serverUrl, 'select pg_reload_conf()');
}

async function setPasswords(password: string): Promise<void> {
  for (const role of ROLE_NAMES) {
    await query(serverUrl, `alter role ${role} password '${password}'`);
  }
}

/** Sends each request several times. @returns the distinct statuses and error codes of the responses */
async function outcomes(): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const target of TARGETS.flatMap((each) => Array<string>(TIMES).fill(each))) {
    const { status, body } = await services.get(target);
    seen.add(`${status} ${body.error?.code ?? ''}`.trim());
  }
  return seen;
}

const UNAVAILABLE = new Set(['503 internal_error']);

const recovered = (): Promise<void> =>
  eventually(async () => {
    const { status } = await services.get('/v1/certs/psa/10000001');
    expect(status).toBe(200);
  });

describe('a service', () => {
  it('returns 503 if it must open a connection after its password has changed', async () => {
    await recovered();
    await setPasswords('new');
    await query(
      serverUrl,
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)',
      [ROLE_NAMES],
    );
    expect(await outcomes()).toEqual(UNAVAILABLE);
    await setPasswords('old');
    await recovered();
  });

  it('returns 503 while its database is being restored', async () => {
    await recovered();
    await query(serverUrl, 'drop database gcd with (force)');
    expect(await outcomes()).toEqual(UNAVAILABLE);
    const restored = await createDatabase(serverUrl, 'gcd');
    expect(await outcomes()).toEqual(UNAVAILABLE);
    await createDatabase(serverUrl, 'gcd', 'backup');
    // `pg_restore` grants permissions last.
    await query(restored, `revoke select on all tables in schema public from ${ROLE_NAMES}`);
    expect(await outcomes()).toEqual(UNAVAILABLE);
    await createDatabase(serverUrl, 'gcd', 'backup');
    await recovered();
  });
});
