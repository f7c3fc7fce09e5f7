import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { type Account, account, ownFolder } from './account.js';
import type { Found } from './find.js';

/** A running server, which stops when the current process ends for any reason. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server has exited for any reason. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  dir: string;
  /** Whether to keep the server's folder after the server stops. False for a temporary server. */
  keep: boolean;
  log: (line: string) => void;
  /** Port of the server. By default, any free port. */
  port?: number;
  /** Parent folder of several temporary servers. The last server to stop removes the folder. */
  shared?: string;
}

/** How to start a server program, and how to check that it responds. */
export interface Recipe {
  title: string;
  found: Found;
  url: (port: number) => string;
  command: (folder: string, port: number) => [string, ...string[]];
  isReady: (folder: string, port: number) => Promise<boolean>;
}

/** The server process for a supervisor to run. */
export interface SupervisorTask {
  folder: string;
  keep: boolean;
  shared: string | undefined;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  account: Account;
}

/** Messages that the supervisor sends. */
export type SupervisorMessage = { pid: number } | { log: string } | { failed: string };

const READY_MS = 120_000;
const ATTEMPTS = 3;

/** Starts a server and waits until it responds. */
export async function launch(options: ServerOptions, recipe: Recipe): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await getPort({ host: '127.0.0.1' }));
    try {
      return await launchOn(port, options, recipe);
    } catch (error) {
      // Another program may take the port before the server listens on it.
      const clash = /address already in use/i.test((error as Error).message);
      if (!clash || options.port !== undefined || attempt === ATTEMPTS) throw error;
    }
  }
}

async function launchOn(port: number, options: ServerOptions, recipe: Recipe): Promise<Server> {
  const folder = ownFolder(options.dir, options.log);
  if (account.uid !== undefined)
    spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const [command, ...args] = recipe.command(folder, port);
  const supervisor = forkSupervisor({
    folder,
    keep: options.keep,
    shared: options.shared,
    command,
    args,
    env: { ...recipe.found.env, LC_ALL: 'C' },
    account,
  });
  let pid = 0;
  let failure = 'no reason given';
  supervisor.on('message', (message: SupervisorMessage) => {
    if ('pid' in message) pid = message.pid;
    else if ('log' in message) options.log(`${recipe.title}: ${message.log}`);
    else failure = message.failed;
  });
  const exited = once(supervisor, 'exit').then(([code]) => code as number | null);
  const disconnected = once(supervisor, 'disconnect');
  const stop = async () => {
    supervisor.ref();
    if (supervisor.connected) supervisor.disconnect();
    await exited;
  };

  const deadline = Date.now() + READY_MS;
  const ended = exited.then(() => false);
  const isReady = () => recipe.isReady(folder, port).catch(() => false);
  // The server may respond before the message with its process id arrives.
  while (!(await Promise.race([isReady(), ended])) || pid === 0) {
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) {
      await disconnected;
      throw new Error(`${recipe.title} did not start in ${folder}: ${failure}`);
    }
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${recipe.title} in ${folder} did not respond within ${READY_MS / 1000} s`);
    }
    await sleep(20);
  }
  supervisor.unref();
  supervisor.channel?.unref();
  return { url: recipe.url(port), pid, exited, stop };
}

function forkSupervisor(task: SupervisorTask): ChildProcess {
  // Detach the supervisor, because Ctrl-C reaches all processes of the current process group, and servers must stop in
  // order.
  return fork(new URL('./supervisor.js', import.meta.url), [JSON.stringify(task)], {
    cwd: '/',
    detached: true,
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Sends data to a port and checks the response. */
export function ask(
  port: number,
  text: string,
  expected: (received: string) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const finish = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(2000, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (expected(received)) finish(true);
    });
  });
}
