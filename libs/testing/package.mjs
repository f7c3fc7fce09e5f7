// Implements `npm test -w @gcd/certs`: builds what changed, and runs the tests of one package. Options are
// passed to Jest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../infra/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.relative(ROOT, process.cwd());

const status = await build();
if (status !== 0) process.exit(status);
// Spec files test pure functions. A package without other tests needs no servers.
const needsServers = existsSync('test');
const { status: tested } = spawnSync(
  'npm',
  [
    'run',
    '-s',
    'jest',
    '--',
    '--passWithNoTests',
    `^${path.join(ROOT, folder)}/`,
    ...process.argv.slice(2),
  ],
  {
    cwd: ROOT,
    env: { ...process.env, ...(!needsServers && { TEST_SERVERS: 'none' }) },
    stdio: 'inherit',
  },
);
process.exitCode = tested ?? 1;
