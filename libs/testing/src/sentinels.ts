import { chmodSync } from 'node:fs';
import type { Server } from '@gcd/local';
import { expect } from '@jest/globals';
import { createClient } from 'redis';
import { type Certificate, withName } from './certificate.ts';
import { eventually } from './eventually.ts';
import { sharedFile, sharedFolder, startRedisWith } from './servers.ts';

const TIMEOUT_MS = 60_000;
const NAME = 'gcd';

/** A Redis primary and its replica, monitored by three Sentinels. */
export interface SentinelGroup {
  /** URL of the Sentinels, for the gateway. */
  readonly url: string;
  /** The initial primary, followed by its replica. */
  readonly nodes: readonly [Server, Server];
  /** Returns the index of the node that the Sentinels currently consider the primary. */
  primary(): Promise<number>;
  stop(): Promise<void>;
}

const portOf = ({ url }: Server): number => Number(new URL(url).port);

/**
 * Starts a {@link SentinelGroup}, and waits until a failover is possible.
 * @param certificate certificate for `localhost`, if all connections must use TLS
 */
export async function startSentinelGroup(certificate?: Certificate): Promise<SentinelGroup> {
  const listen = (port: number): string[] => [
    ...['--bind', '127.0.0.1', '-::1'],
    ...(certificate
      ? [
          ...['--port', '0', '--tls-port', `${port}`, '--tls-replication', 'yes'],
          ...['--tls-cert-file', certificate.certFile, '--tls-key-file', certificate.keyFile],
          ...['--tls-ca-cert-file', certificate.certFile, '--tls-auth-clients', 'no'],
        ]
      : ['--port', `${port}`]),
  ];
  const startNode = (more: readonly string[]): Promise<Server> =>
    startRedisWith(
      {
        args: (_folder, onPort) => [
          ...[...listen(onPort), '--save', '', '--repl-diskless-sync-delay', '0'],
          ...['--replica-announce-ip', 'localhost', ...more],
        ],
      },
      certificate !== undefined,
    );
  const primary = await startNode([]);
  const replica = await startNode(['--replicaof', 'localhost', `${portOf(primary)}`]);
  const nodes: [Server, Server] = [primary, replica];
  const startSentinel = (number: number): Promise<Server> => {
    const lines = [
      'sentinel resolve-hostnames yes',
      'sentinel announce-hostnames yes',
      `sentinel monitor ${NAME} localhost ${portOf(primary)} 2`,
      `sentinel down-after-milliseconds ${NAME} 1500`,
      `sentinel failover-timeout ${NAME} 3000`,
    ];
    const file = sharedFile(sharedFolder(), `sentinel-${number}.conf`, `${lines.join('\n')}\n`);
    // Sentinels write the state of the cluster to their configuration files.
    chmodSync(file, 0o666);
    return startRedisWith(
      { args: (_folder, port) => [file, '--sentinel', ...listen(port)] },
      certificate !== undefined,
    );
  };
  const sentinels = await Promise.all([1, 2, 3].map(startSentinel));
  const scheme = certificate ? 'rediss' : 'redis';
  const hosts = sentinels.map((sentinel) => `localhost:${portOf(sentinel)}`).join(',');

  type Send = (...command: string[]) => Promise<unknown>;

  async function query<Result>(
    sentinel: Server,
    work: (send: Send) => Promise<Result>,
  ): Promise<Result> {
    const client = createClient({
      url: withName(sentinel.url, scheme),
      disableClientInfo: true,
      ...(certificate && { socket: { tls: true, ca: certificate.text } }),
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work((...command) => client.sendCommand(command));
    } finally {
      client.destroy();
    }
  }

  // No failover is possible until the Sentinels have discovered each other and the replica.
  for (const sentinel of sentinels) {
    await query(sentinel, (send) =>
      eventually(async () => {
        expect(String(await send('SENTINEL', 'CKQUORUM', NAME))).toContain('OK 3 usable Sentinels');
        const replicas = JSON.stringify(await send('SENTINEL', 'REPLICAS', NAME));
        expect(replicas).toContain(String(portOf(replica)));
        expect(replicas).toMatch(/"master-link-status"[:,]"ok"/);
      }, TIMEOUT_MS),
    );
  }
  return {
    url: `${scheme}-sentinel://${hosts}/${NAME}`,
    nodes,
    async primary() {
      const address = await query(sentinels[0] as Server, (send) =>
        send('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
      );
      const port = Number((address as string[])[1]);
      return nodes.findIndex((node) => portOf(node) === port);
    },
    async stop() {
      await Promise.all([...sentinels, ...nodes].map((server) => server.stop()));
    },
  };
}
