import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const APPS = fileURLToPath(new URL('../../../apps/', import.meta.url));
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const SHOWN_LOG_LINES = 5;

/** The apps that serve requests, in start order. The gateway depends on all others. */
export const SERVING_APPS = ['certs', 'cards', 'search', 'changes', 'catalogs', 'gateway'] as const;

export type ServingApp = (typeof SERVING_APPS)[number];

/** An app that serves requests of the API, or the site, which is a client of the API. */
export type ListeningApp = ServingApp | 'site';

/** An app that is ready. Its process exits when the current process ends. */
export interface RunningApp {
  readonly pid: number;
  /** Port of the gateway or the site, or the health port of another app. */
  readonly port: number;
  /** Port of the probes and metrics. */
  readonly healthPort: number;
  /** Settles when the app's process has exited for any reason. */
  readonly exited: Promise<void>;
  /** Stops the app gracefully and waits until it has exited. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export function entryOf(app: string): string {
  return path.join(APPS, app, 'dist', 'main.js');
}

/**
 * Starts an app and waits until it is ready.
 * @param env environment variables of the app
 * @param logDir directory for the log file, `<app>.log`; if undefined, the app logs to this terminal
 * @throws Error with the end of the log if the app exits or does not become ready
 */
export async function startApp(
  app: ListeningApp,
  env: NodeJS.ProcessEnv,
  logDir?: string,
): Promise<RunningApp> {
  if (logDir) await mkdir(logDir, { recursive: true });
  const logFile = logDir && path.join(logDir, `${app}.log`);
  // Log to a file and not to a pipe, so that the app can keep logging and stop cleanly after this process has ended.
  const log = logFile ? await open(logFile, 'a') : null;
  const child = fork(entryOf(app), {
    // Detach the app's process, so that Ctrl-C reaches only the current process, which then stops the apps in order.
    detached: true,
    // By default, up to four threads collect garbage, and take the CPU from the thread that handles requests.
    execArgv: ['--v8-pool-size=1'],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log?.fd ?? 'inherit', log?.fd ?? 'inherit', 'ipc'],
  });
  await log?.close();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ports = await readyPorts(app, child, logFile);
  return {
    pid: child.pid ?? 0,
    ...ports,
    exited,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(impatient);
    },
  };
}

function readyPorts(
  app: string,
  child: ChildProcess,
  logFile: string | undefined,
): Promise<Pick<RunningApp, 'port' | 'healthPort'>> {
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      child.kill('SIGKILL');
      const end = logFile ? ` The end of ${logFile}:\n${endOf(logFile)}` : '';
      reject(new Error(`${app} ${what}.${end}`));
    };
    const timeout = setTimeout(
      () => fail(`is not ready after ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    const onExit = (): void => {
      clearTimeout(timeout);
      fail('exited instead of starting');
    };
    child.once('exit', onExit);
    child.once('message', (ports: Pick<RunningApp, 'port' | 'healthPort'>) => {
      clearTimeout(timeout);
      child.off('exit', onExit);
      resolve(ports);
    });
  });
}

function endOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES).join('\n');
}
