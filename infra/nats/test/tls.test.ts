import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROLES } from '@gcd/database/roles';
import {
  cursorKeysFile,
  environmentOf,
  type RunningApp,
  runAdmin,
  type Server,
  startApp,
  startPostgres,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getFrom } from '@gcd/testing/api.js';
import { type Certificate, certificateOf, natsTls, withName } from '@gcd/testing/certificate.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { sharedFolder, startNatsWith, startRedisWith } from '@gcd/testing/servers.js';

const PASSWORD = `p@'"\\$(x)/%:?#`;
const folder = sharedFolder();
const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-tls-'));

let servers: Server[] = [];
let apps: RunningApp[] = [];
let key = '';
/** URLs without user or password, as in the config map `addresses`. */
const urls: Record<'DATABASE_URL' | 'NATS_URL' | 'REDIS_URL', string> = {
  DATABASE_URL: '',
  NATS_URL: '',
  REDIS_URL: '',
};
const trusting = (): NodeJS.ProcessEnv => ({
  NODE_EXTRA_CA_CERTS: path.join(folder, 'localhost.crt'),
});

const owner = (): NodeJS.ProcessEnv => ({
  ...urls,
  ...trusting(),
  DATABASE_USER: 'postgres',
  DATABASE_PASSWORD: PASSWORD,
});

beforeAll(async () => {
  const certificate = await certificateOf(folder, 'localhost');
  const { certFile, keyFile } = certificate;
  const [postgres, nats, redis] = await Promise.all([
    startPostgresWithTls(certificate),
    startNatsWith({ args: () => natsTls(certificate) }),
    startRedisWith(
      {
        args: (_folder, port) => [
          ...['--bind', '127.0.0.1', '--port', '0', '--tls-port', `${port}`, '--save', ''],
          ...['--tls-cert-file', certFile, '--tls-key-file', keyFile],
          ...['--tls-ca-cert-file', certFile, '--tls-auth-clients', 'no'],
        ],
      },
      true,
    ),
  ]);
  servers = [postgres, nats, redis];
  urls.DATABASE_URL = `${withName(postgres.url, 'postgres')}?sslmode=verify-full`;
  urls.NATS_URL = withName(nats.url, 'tls');
  urls.REDIS_URL = withName(redis.url, 'rediss');
  await runAdmin(['migrate'], owner());
  await runAdmin(['roles'], { ...owner(), GATEWAY_PASSWORD: PASSWORD, CERTS_PASSWORD: PASSWORD });
  await runAdmin('plans set p --rate 1000 --period day'.split(' '), owner());
  ({ key } = await runAdmin<{ key: string }>(['keys', 'create', '--plan', 'p'], owner()));
  apps = await Promise.all(['certs', 'gateway'].map((app) => start(app as 'certs' | 'gateway')));
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await Promise.all(servers.map((server) => server.stop()));
});

/** Starts PostgreSQL with password authentication, over TLS only. */
async function startPostgresWithTls({ certFile, keyFile }: Certificate): Promise<Server> {
  const options = { dir: sharedFolder(), keep: true, log: (line: string) => console.error(line) };
  const plain = await startPostgres(options);
  const [row] = await query<{ directory: string }>(
    plain.url,
    "select current_setting('data_directory') as directory",
  );
  const data = row?.directory ?? '';
  await query(plain.url, `alter role postgres password '${PASSWORD.replaceAll("'", "''")}'`);
  await plain.stop();
  const { uid, gid } = statSync(data);
  for (const [name, source] of [
    ['server.crt', certFile],
    ['server.key', keyFile],
  ] as const) {
    const file = path.join(data, name);
    writeFileSync(file, readFileSync(source), { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  appendFileSync(path.join(data, 'postgresql.auto.conf'), 'ssl = on\n');
  const port = Number(new URL(plain.url).port);
  // Allow the readiness check to connect as the superuser without TLS.
  writeFileSync(
    path.join(data, 'pg_hba.conf'),
    'hostssl all all 127.0.0.1/32 scram-sha-256\nhostnossl all postgres 127.0.0.1/32 trust\n',
  );
  return startPostgres({ ...options, port });
}

function start(app: 'certs' | 'gateway', env: NodeJS.ProcessEnv = trusting()): Promise<RunningApp> {
  const options = {
    databaseAs: () => urls.DATABASE_URL,
    natsUrl: urls.NATS_URL,
    redisUrl: urls.REDIS_URL,
    cursorKeysFile: cursorKeysFile(logDir),
    logDir,
  };
  return startApp(
    app,
    {
      ...environmentOf(app, options),
      DATABASE_USER: ROLES[app],
      DATABASE_PASSWORD: PASSWORD,
      ...env,
    },
    logDir,
  );
}

describe('PostgreSQL, NATS and Redis with TLS', () => {
  it('accept connections from the apps, with any characters in passwords', async () => {
    const response = await getFrom(`http://127.0.0.1:${apps[1]?.port}`, '/v1/certs/psa/1', {
      'x-api-key': key,
    });
    expect(response.body.error.code).toBe('cert_not_found');
    await eventually(async () => {
      expect(readFileSync(path.join(logDir, 'gateway.log'), 'utf8')).toContain(
        'Redis is available',
      );
    });
  });

  it.each(['status', 'catalogs build'])(
    'are rejected by admin %s if an unknown authority issued their certificate',
    async (command) => {
      const env = { ...urls, DATABASE_USER: 'postgres', DATABASE_PASSWORD: PASSWORD };
      await expect(runAdmin(command.split(' '), env)).rejects.toThrow('certificate');
    },
  );

  it('are rejected by the apps if their certificate is for a different host name', async () => {
    const other = await certificateOf(folder, 'other.example');
    const env = { ...owner(), NODE_EXTRA_CA_CERTS: other.certFile, NATS_URL: '' };
    const server = await startNatsWith({ args: () => natsTls(other) });
    env.NATS_URL = withName(server.url, 'tls');
    await expect(runAdmin(['catalogs', 'build'], env)).rejects.toThrow('does not match');
    await server.stop();
  });
});
