import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
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
 * Starts a baseline, with as many processes as there are cores for servers.
 * @param program name of its program
 */
export async function startBaseline(
  title: string,
  environment: Pick<Environment, 'infrastructure'>,
  program: string,
): Promise<Target> {
  const processes = await Promise.all(
    Array.from({ length: Math.max(1, cpus().length - 1) }, () =>
      startProgram(environment, program),
    ),
  );
  return {
    title,
    addresses: processes.map(({ port }) => `http://127.0.0.1:${port}`),
    parts: { gateway: processes.map(({ pid }) => pid) },
    async stop() {
      for (const each of processes) await each.stop();
    },
  };
}

interface Program {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

async function startProgram(
  { infrastructure }: Pick<Environment, 'infrastructure'>,
  name: string,
): Promise<Program> {
  const child = fork(new URL(`./baselines/${name}.js`, import.meta.url), {
    // Only the parent process handles Ctrl-C; the process exits when the parent does.
    detached: true,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: infrastructure.urls.databaseUrl,
      REDIS_URL: infrastructure.urls.redisUrl,
      SITE_URL,
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
