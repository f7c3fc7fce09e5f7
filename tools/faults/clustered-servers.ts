import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Server, startPostgres } from '@gcd/local';
import { type Certificate, certificateOf, natsTls, withName } from '@gcd/testing/certificate.js';
import { query } from '@gcd/testing/database.js';
import { startNatsCluster } from '@gcd/testing/nats-cluster.js';
import { startPgBouncer } from '@gcd/testing/pgbouncer.js';
import type { RestartableServer } from '@gcd/testing/restartable-server.js';
import { startSentinelGroup } from '@gcd/testing/sentinels.js';
import { sharedFolder } from '@gcd/testing/servers.js';
import type { CpuShares } from './cpu-shares.ts';
import { type Servers, startKept } from './servers.ts';

export const IS_CLUSTERED = process.env.SERVERS === 'cluster';

/**
 * Starts servers as in a cluster: PgBouncer in transaction mode in front of PostgreSQL, three NATS servers, and a Redis
 * primary with a replica and Sentinels. All connections of the apps use TLS. A fault test that kills NATS or Redis
 * kills one of the NATS servers or the current Redis primary.
 */
export async function startClusteredServers(
  directory: string,
  cpuShares: CpuShares | null,
): Promise<Servers> {
  const postgres = await startKept(directory, 'postgres', startPostgres, cpuShares);
  const certificate = await certificateOf(sharedFolder(), 'localhost', ['127.0.0.1']);
  const { certFile, keyFile } = certificate;
  await enableTls(postgres.url, certificate);
  const [pooler, natsCluster, group] = await Promise.all([
    startPgBouncer(postgres.url, [
      'client_tls_sslmode = require',
      `client_tls_cert_file = ${certFile}`,
      `client_tls_key_file = ${keyFile}`,
      'server_tls_sslmode = verify-full',
      `server_tls_ca_file = ${certFile}`,
    ]),
    startNatsCluster(natsTls(certificate)),
    startSentinelGroup(certificate),
  ]);
  const nats = memberOf(natsCluster.servers, async () => 0, natsCluster.startAgain);
  const redis = memberOf(group.nodes, group.primary, group.startAgain);
  const natsUrl = natsCluster.servers.map(({ url }) => withName(url, 'tls')).join(',');
  const database = new URL(postgres.url);
  database.hostname = 'localhost';
  database.port = new URL(pooler.url).port;
  database.searchParams.set('sslmode', 'verify-full');
  return {
    postgres,
    nats,
    redis,
    urls: { database: database.href, nats: natsUrl, redis: group.url },
    variables: { NODE_EXTRA_CA_CERTS: certFile, CATALOG_REPLICAS: '3' },
    async stop() {
      await pooler.stop();
      await group.stop();
      await Promise.all([...natsCluster.servers, postgres].map((server) => server.stop()));
    },
  };
}

/** Makes one of several servers restartable. Before each kill, the function `current` selects the server. */
function memberOf(
  servers: readonly Server[],
  current: () => Promise<number>,
  startAgain: (index: number) => Promise<void>,
): RestartableServer {
  let index = 0;
  const server = (): Server => servers[index] as Server;
  return {
    get url() {
      return server().url;
    },
    get pid() {
      return server().pid;
    },
    async kill() {
      index = await current();
      process.kill(server().pid, 'SIGKILL');
      await server().exited;
    },
    startAgain: () => startAgain(index),
    stop: () => server().stop(),
  };
}

async function enableTls(url: string, { certFile, keyFile }: Certificate): Promise<void> {
  const [row] = await query<{ directory: string }>(
    url,
    "select current_setting('data_directory') as directory",
  );
  const data = row?.directory ?? '';
  const { uid, gid } = statSync(data);
  for (const [name, source] of [
    ['server.crt', certFile],
    ['server.key', keyFile],
  ] as const) {
    const file = path.join(data, name);
    writeFileSync(file, readFileSync(source), { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  await query(url, 'alter system set ssl = on');
  await query(url, 'select pg_reload_conf()');
}
