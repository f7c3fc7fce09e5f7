import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@gcd/testing/root.js';
import { afterAll } from '@jest/globals';

const execute = promisify(exec);
const START = path.join(ROOT, 'infra/local/dist/start.js');
const DEV = path.join(ROOT, 'infra/local/dist/dev.js');

export interface Started {
  readonly process: ChildProcess;
  /** URLs of the API and the site; empty if only some of the apps run. */
  readonly apiUrl: string;
  readonly siteUrl: string;
  /** The demo key. */
  readonly key: string;
  /** Returns everything that the command has printed so far. */
  output(): string;
}

/** Directory for the data of the started commands, which is removed after the tests. */
export const directory = mkdtempSync(path.join(tmpdir(), 'gcd-start-'));
// The servers run as another user if this process runs as root, so give other users access to the directory.
chmodSync(directory, 0o755);

const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

function environment(): NodeJS.ProcessEnv {
  const {
    DATABASE_URL,
    NATS_URL,
    REDIS_URL,
    NODE_OPTIONS,
    PORT,
    SAMPLE,
    SEARCH_URL,
    SITE_URL,
    ...env
  } = process.env;
  return { ...env, DATA_DIR: path.join(directory, 'data') };
}

export async function npmRun(script: string): Promise<string> {
  const { stdout } = await execute(`npm run -s ${script}`, { cwd: ROOT, env: environment() });
  return stdout;
}

/** Runs `npm start`, and waits until everything is ready. @throws Error with the output if it exits */
export const start = (args: string[] = [], env?: NodeJS.ProcessEnv): Promise<Started> =>
  run([START, '--port', '0', ...args], env);

/** Runs `npm run dev` for some apps, and waits until they are running. */
export const dev = (args: string[], env?: NodeJS.ProcessEnv): Promise<Started> =>
  run([DEV, ...args], env);

async function run(command: string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/Ctrl-C stops (everything|it)/.test(output)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`it ended:\n${output}`)));
  });
  const urlAfter = (text: string): string =>
    new RegExp(`${text} is at (http://localhost:\\d+)`).exec(output)?.[1] ?? '';
  return {
    process: child,
    apiUrl: urlAfter('The API'),
    siteUrl: urlAfter('The site'),
    key: /gcd_live_\w+/.exec(output)?.[0] ?? '',
    output: () => output,
  };
}

/** Stops `npm start` or `npm run dev`. @returns the exit code, or the signal that ended the process */
export async function stop(
  { process: child }: Started,
  signal: NodeJS.Signals,
): Promise<number | NodeJS.Signals> {
  child.kill(signal);
  const [code, endedBy] = await once(child, 'exit');
  return code ?? endedBy;
}
