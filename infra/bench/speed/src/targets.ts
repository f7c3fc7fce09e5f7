import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { asRole, type Stack, startStack } from '@gcd/local';
import type { Infrastructure } from './infrastructure.js';
import type { Parts } from './processes.js';

export const SITE_URL = 'https://cards.example';

/** Something that can be measured. */
export interface Target {
  readonly title: string;
  readonly addresses: readonly string[];
  /** Its own processes; those of the servers come on top. */
  readonly parts: Parts;
  stop(): Promise<void>;
}

/** Starts the product, each app a process, as in production. */
export async function startProduct(
  infrastructure: Infrastructure,
  logDir: string,
): Promise<Target> {
  const { databaseUrl, natsUrl, redisUrl } = infrastructure.urls;
  const stack = await startStack({
    databaseAs: asRole(databaseUrl),
    natsUrl,
    redisUrl,
    siteUrl: SITE_URL,
    logDir,
  });
  return {
    title: 'the product',
    addresses: [`http://127.0.0.1:${stack.port}`],
    parts: partsOf(stack),
    stop: () => stack.stop(),
  };
}

function partsOf({ apps }: Stack): Parts {
  const gateway: number[] = [];
  const services: number[] = [];
  for (const [name, { pid }] of apps) (name === 'gateway' ? gateway : services).push(pid);
  return { gateway, services };
}

/** Starts a peer. @param service the file of its second process, if it has one */
export async function startPeer(
  title: string,
  infrastructure: Infrastructure,
  keysFile: string,
  file: string,
  service?: string,
): Promise<Target> {
  const start = async (name: string): Promise<{ child: ChildProcess; port: number }> => {
    const child = fork(new URL(`./peers/${name}.js`, import.meta.url), {
      detached: true,
      execArgv: [],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: infrastructure.urls.databaseUrl,
        NATS_URL: infrastructure.urls.natsUrl,
        KEYS_FILE: keysFile,
        SITE_URL,
      },
    });
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`Peer ${name} ended instead of starting`);
      }),
    ]);
    return { child, port: message.port };
  };
  const second = service ? await start(service) : null;
  const first = await start(file);
  return {
    title,
    addresses: [`http://127.0.0.1:${first.port}`],
    parts: {
      gateway: [first.child.pid ?? 0],
      services: second ? [second.child.pid ?? 0] : [],
    },
    async stop() {
      for (const peer of [first, second]) {
        if (!peer) continue;
        peer.child.disconnect();
        await once(peer.child, 'exit');
      }
    },
  };
}
