// Builds all packages that have changed. With `--filter PACKAGE`, builds only that package and its dependencies. Prints
// errors, and a progress message if the build takes some time.
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SLOW_MS = 2000;

/** Builds packages. @param options command-line options for turbo @returns turbo's exit status */
export async function build(...options) {
  const turbo = spawn(
    process.execPath,
    ['node_modules/turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', ...options],
    {
      cwd: ROOT,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const slow = setTimeout(() => console.error('Building …'), SLOW_MS);
  // Turbo's output always lists all packages, so show it only if the build fails.
  const output = [];
  for (const stream of [turbo.stdout, turbo.stderr]) stream.on('data', (data) => output.push(data));
  const status = await new Promise((resolve, reject) => {
    turbo.once('error', reject);
    turbo.once('close', (code) => resolve(code ?? 1));
  });
  clearTimeout(slow);
  if (status !== 0) process.stderr.write(Buffer.concat(output));
  return status;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await build(...process.argv.slice(2));
