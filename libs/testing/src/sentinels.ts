import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, type Server } from '@gcd/local';
import { expect } from '@jest/globals';
import { createClient } from 'redis';
import { eventually } from './eventually.ts';
import { asUser, PASSWORD } from './server-users.ts';
import { accepts, findServer, log, sharedFolder } from './servers.ts';

const TIMEOUT_MS = 60_000;
const SCRIPTS = fileURLToPath(new URL('../../../infra/redis', import.meta.url));
const NODE_PORT = 6379;
const SENTINEL_PORT = 26_379;

/** Three nodes of Redis, each with a Sentinel, started by `infra/redis/sentinel.sh` as in a cluster. */
export interface SentinelGroup {
  /** URL of the Sentinels, for the gateway. */
  readonly url: string;
  /** Returns the node that the Sentinels currently consider the primary, with a URL for the user `default`. */
  primary(): Promise<Server>;
  stop(): Promise<void>;
}

/** Starts a {@link SentinelGroup}, and waits until a failover is possible. */
export async function startSentinelGroup(): Promise<SentinelGroup> {
  // Loopback addresses of this process, because all nodes use the same ports.
  const network = `127.${1 + ((process.pid >> 8) % 250)}.${process.pid % 256}`;
  const hosts = [1, 2, 3].map((number) => `${network}.${number}`);
  const nodes = await Promise.all(hosts.map((host) => start('node', host, hosts)));
  const sentinels = await Promise.all(hosts.map((host) => start('sentinel', host, hosts)));
  await eventually(async () => {
    for (const { url } of sentinels) {
      const state = String(await send(url, 'SENTINEL', 'CKQUORUM', 'gcd'));
      expect(state).toContain('OK 3 usable Sentinels');
      const replicas = JSON.stringify(await send(url, 'SENTINEL', 'REPLICAS', 'gcd'));
      expect(replicas.match(/"master-link-status"[:,]"ok"/g)).toHaveLength(2);
    }
  }, TIMEOUT_MS);
  const addresses = hosts.map((host) => `${host}:${SENTINEL_PORT}`).join(',');
  return {
    url: asUser(`redis-sentinel://${addresses}/gcd`, 'gateway'),
    async primary() {
      const [last] = sentinels.slice(-1) as [Server];
      const address = await send(last.url, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'gcd');
      return nodes[hosts.indexOf((address as string[])[0] ?? '')] as Server;
    },
    async stop() {
      await Promise.all([...sentinels, ...nodes].map((server) => server.stop()));
    },
  };
}

function start(role: 'node' | 'sentinel', host: string, hosts: readonly string[]): Promise<Server> {
  const found = findServer('redis-server');
  const folder = sharedFolder();
  for (const file of ['start.sh', 'sentinel.sh', 'users.acl']) {
    copyFileSync(path.join(SCRIPTS, file), path.join(folder, file));
  }
  const port = role === 'node' ? NODE_PORT : SENTINEL_PORT;
  const env = {
    ...found.env,
    PATH: `${path.dirname(found.file)}:${process.env.PATH}`,
    NODES: hosts.join(' '),
    NODE: host,
    RUN: sharedFolder(),
    TMPDIR: sharedFolder(),
    DEFAULT_PASSWORD: PASSWORD,
    GATEWAY_PASSWORD: PASSWORD,
  };
  const url = `redis://${host}:${port}`;
  return launch(
    { dir: sharedFolder(), keep: false, log, port },
    {
      title: `Redis ${role}`,
      found: { ...found, env: { ...env, DATA: sharedFolder() } },
      url: () => (role === 'node' ? asUser(url, 'default') : url),
      command: () => ['sh', path.join(folder, 'sentinel.sh'), role, '--bind', host],
      isReady: () => accepts(port, host),
    },
  );
}

async function send(url: string, ...command: string[]): Promise<unknown> {
  const client = createClient({ url, disableClientInfo: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}
