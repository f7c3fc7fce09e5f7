// Runs one server, and exits shortly after the parent process. When the parent ends, even by `kill -9`, the channel to
// the supervisor closes. The supervisor then stops the server, and removes the server's folder if it is temporary.
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisorMessage, SupervisorTask } from './server.js';

const task = JSON.parse(process.argv[2] ?? '') as SupervisorTask;
const LOG = 'server.log';
const LOCK = 'server.lock';
const WAIT_FOR_LOCK_MS = 15_000;
const STOP_MS = 60_000;

let server: ChildProcess | undefined;
let stopping = false;

process.once('disconnect', stop);
// The parent may have ended before the listener was added.
if (!process.connected) stop();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

try {
  process.chdir(task.folder);
  await lock();
  if (stopping) end(0);
  else run();
} catch (error) {
  tell({ failed: (error as Error).message }, () => process.exit(1));
}

function run(): void {
  const log = openSync(LOG, 'w');
  // The server gets a separate process group, so that the stop signal also reaches its child processes.
  server = spawn(task.command, task.args, {
    ...task.account,
    cwd: '/',
    env: { ...process.env, ...task.env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  server.once('error', (error) => tell({ failed: error.message }, () => end(1)));
  server.once('spawn', () => tell({ pid: server?.pid ?? 0 }));
  server.once('exit', (code) => {
    // Kill the remaining processes of the server, because they would prevent the next server from using the same data
    // and port.
    signal('SIGKILL');
    if (stopping) end(0);
    else
      tell({ failed: readFileSync(LOG, 'utf8').trimEnd().split('\n').slice(-20).join('\n') }, () =>
        end(code ?? 1),
      );
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  signal('SIGINT');
  setTimeout(() => signal('SIGKILL'), STOP_MS).unref();
}

function signal(name: NodeJS.Signals): void {
  if (server?.pid === undefined) return;
  try {
    process.kill(-server.pid, name);
  } catch {
    // The process has already exited.
  }
}

function end(code: number): void {
  if (!task.keep)
    rmSync(task.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  if (task.shared !== undefined) {
    try {
      rmdirSync(task.shared);
    } catch {
      // Other servers still use the folder, so keep it.
    }
  }
  process.exit(code);
}

/**
 * Listens on a socket in the folder while this process runs. The socket acts as a lock: a second server would corrupt
 * the data.
 */
async function lock(): Promise<void> {
  const deadline = Date.now() + WAIT_FOR_LOCK_MS;
  for (let waited = false; !stopping; waited = true) {
    if (await listen()) return;
    if (!(await held())) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!waited)
      tell({ log: `waiting for a server from an earlier start to release ${task.folder}` });
    if (Date.now() > deadline) {
      throw new Error(
        `${task.folder} is in use by another running instance of this project. Stop it first.`,
      );
    }
    await sleep(50);
  }
}

// The path is relative to the folder, because the path of a socket is limited to about 100 characters.
function listen(): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer((socket) => socket.destroy());
    // An error other than EADDRINUSE means that the file system does not support sockets. The server then runs without
    // a lock.
    holder.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    holder.listen(LOCK, () => resolve(true));
  });
}

function held(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(LOCK, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function tell(message: SupervisorMessage, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, () => then());
  else then();
}
