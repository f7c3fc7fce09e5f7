import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { rounded } from './statistics.mjs';

const MAIN = fileURLToPath(new URL('../../../apps/admin/dist/main.js', import.meta.url));
const SAMPLE_INTERVAL_MS = 100;

/**
 * Imports a dataset.
 * @returns the command's output, its duration in seconds, and its peak memory in megabytes (on Linux only)
 */
export async function timedImport(dataset, { databaseUrl, natsUrl }) {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'import', dataset, '--json'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ...(natsUrl && { NATS_URL: natsUrl }),
    },
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
  }, SAMPLE_INTERVAL_MS);
  const output = await text(child.stdout);
  clearInterval(timer);
  const result = JSON.parse(output);
  if (result.error) throw new Error(`import of ${dataset}: ${result.error}`);
  return { result, seconds: rounded((performance.now() - began) / 1000), peakMb };
}
