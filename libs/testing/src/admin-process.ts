import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';

const PROGRAM = fileURLToPath(new URL('../admin-process.mjs', import.meta.url));

/** The output and the exit status of an `admin` command. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const started: ChildProcess[] = [];
/** Idle `admin` processes for later commands. */
const idle: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.disconnect();
});

/**
 * Runs an `admin` command. The process stays available for later commands of the same test file, because starting
 * `admin` takes longer than most commands. Concurrent commands run in separate processes.
 * @param env environment variables in addition to those that every process needs
 */
export async function runInAdminProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = idle.pop() ?? startProcess();
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const onExit = () => reject(new Error(`The process exited during admin ${args.join(' ')}.`));
    child.once('exit', onExit);
    child.once('message', (message: Outcome) => {
      child.off('exit', onExit);
      resolve(message);
    });
    child.send({ args, env: { PATH: process.env.PATH, ...env } });
  });
  idle.push(child);
  return outcome;
}

/**
 * Like {@link runInAdminProcess}, but runs the command with `--json`.
 * @returns the JSON object that the command prints
 * @throws Error with the error output if the command fails
 */
export async function runAdmin<Result>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Result> {
  const { status, stdout, stderr } = await runInAdminProcess([...args, '--json'], env);
  if (status !== 0) throw new Error(`admin ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}

function startProcess(): ChildProcess {
  const child = fork(PROGRAM, { execArgv: [], env: { PATH: process.env.PATH } });
  started.push(child);
  return child;
}
