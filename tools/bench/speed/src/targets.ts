import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { asRole, cursorKeysFile, type StackOptions, startStack } from '@gcd/local';
import type { Environment } from './environment.js';
import type { Infrastructure } from './infrastructure.js';
import type { Parts } from './processes.js';

const SITE_URL = 'https://cards.example';

/** A system under test: the product or a baseline. */
export interface Target {
  readonly title: string;
  readonly addresses: readonly string[];
  /** Process ids of the target by part, excluding PostgreSQL, NATS and Redis. */
  readonly parts: Parts;
  stop(): Promise<void>;
}

/**
 * Returns the options for starting the apps of the product.
 * @param directory directory for their logs and keys
 */
export function stackOptions(
  { urls }: Pick<Infrastructure, 'urls'>,
  directory: string,
): StackOptions {
  const { databaseUrl, natsUrl, redisUrl } = urls;
  return {
    databaseAs: asRole(databaseUrl),
    natsUrl,
    redisUrl,
    siteUrl: SITE_URL,
    logDir: path.join(directory, 'logs'),
    cursorKeysFile: cursorKeysFile(directory),
  };
}

/** Starts the product, with each app in a separate process as in production. */
export async function startProduct(
  infrastructure: Infrastructure,
  directory: string,
): Promise<Target> {
  const stack = await startStack(stackOptions(infrastructure, directory));
  return {
    title: 'the product',
    addresses: [`http://127.0.0.1:${stack.port}`],
    parts: Object.fromEntries([...stack.apps].map(([name, { pid }]) => [name, [pid]])),
    stop: () => stack.stop(),
  };
}

/**
 * Starts a baseline.
 * @param programs name of the program that serves HTTP, and of the service that it calls, if any
 * @param env additional environment variables of the program that serves HTTP
 */
export async function startBaseline(
  title: string,
  environment: Pick<Environment, 'infrastructure' | 'keysFile'>,
  { front, service }: { front: string; service?: string },
  env: NodeJS.ProcessEnv = {},
): Promise<Target> {
  const behind = service ? await startProgram(environment, service) : null;
  const first = await startProgram(environment, front, env);
  return {
    title,
    addresses: [`http://127.0.0.1:${first.port}`],
    parts: { gateway: [first.pid], ...(behind && { service: [behind.pid] }) },
    async stop() {
      await first.stop();
      await behind?.stop();
    },
  };
}

interface Program {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

async function startProgram(
  { infrastructure, keysFile }: Pick<Environment, 'infrastructure' | 'keysFile'>,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Program> {
  const child = fork(new URL(`./baselines/${name}.js`, import.meta.url), {
    // Only the parent process handles Ctrl-C; the process exits when the parent does.
    detached: true,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: infrastructure.urls.databaseUrl,
      NATS_URL: infrastructure.urls.natsUrl,
      KEYS_FILE: keysFile,
      SITE_URL,
      ...env,
    },
  });
  return {
    pid: child.pid ?? 0,
    port: await readyPort(name, child),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function readyPort(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', () => reject(new Error(`Baseline ${name} exited during startup`)));
  });
}
