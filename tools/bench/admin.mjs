import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/admin/dist/main.js', import.meta.url));
const LOOK_EVERY_MS = 100;

/**
 * Runs an admin command.
 * @returns its output, duration, and peak memory (on Linux only)
 */
export async function timedAdmin(args, env) {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakMb = Math.max(peakMb, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));
    } catch {
      // Ignore the error, because the process may have exited, or the system may not be Linux.
    }
  }, LOOK_EVERY_MS);
  const output = await text(child.stdout);
  clearInterval(timer);
  const result = JSON.parse(output);
  if (result.error) throw new Error(`admin ${args.join(' ')}: ${result.error}`);
  return { result, seconds: (performance.now() - began) / 1000, peakMb };
}
