import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testEnvironment } from '@gcd/testing/api.js';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GcdOptions {
  /** Text for standard input. */
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** File to write standard output to. By default, standard output is collected. */
  readonly stdout?: string;
}

/** Starts `gcd` against the running API with the test key. */
export function startGcd(
  args: readonly string[],
  { input = '', env = {}, cwd, stdout }: GcdOptions = {},
): { readonly process: ChildProcess; readonly ended: Promise<Outcome> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      GCD_API_URL: testEnvironment('TEST_API_URL'),
      GCD_API_KEY: testEnvironment('TEST_API_KEY'),
      ...env,
    },
    cwd,
    stdio: ['pipe', stdout === undefined ? 'pipe' : openSync(stdout, 'w'), 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  child.stdin?.end(input);
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (status) => resolve({ status, ...output }));
  });
  return { process: child, ended };
}

/** Runs `gcd` until it exits. */
export function gcd(args: readonly string[], options?: GcdOptions): Promise<Outcome> {
  return startGcd(args, options).ended;
}
