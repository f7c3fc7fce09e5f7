import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { entryOf } from './apps.js';

/** Runs an admin command in this terminal. @returns the command's exit status */
export async function runAdminInForeground(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(process.execPath, [entryOf('admin'), ...args], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return exitStatus(child);
}

/**
 * Runs an admin command, and shows its progress on standard error.
 * @returns the JSON object that the command printed
 * @throws Error if the command failed
 */
export async function runAdmin<Result>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Result> {
  const child = spawn(process.execPath, [entryOf('admin'), ...args, '--json'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, status] = await Promise.all([text(child.stdout), exitStatus(child)]);
  if (status !== 0)
    throw new Error(`admin ${args.join(' ')} exited with status ${status}. ${output}`);
  return JSON.parse(output);
}

async function exitStatus(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
