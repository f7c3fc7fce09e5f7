// Implements `npm test` for a single package, such as `npm test -w @gcd/certs`: builds the package and everything that
// its tests need, and runs the tests. Options are passed to Jest.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../infra/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// The tests of these apps need no other apps, or start the required apps themselves.
const ALONE = ['admin', 'certs', 'cards', 'search', 'changes', 'catalogs'];

const folder = path.relative(ROOT, process.cwd());
const app = ALONE.find((name) => folder === path.join('apps', name));

// The tests need data that `admin` imports.
const packages = [`./apps/${app}`, './apps/admin', './infra/local'];
const status = await build(...(app ? packages.flatMap((each) => ['--filter', each]) : []));
if (status !== 0) process.exit(status);
// Start servers only if the package has tests other than spec files, which test pure functions.
const needsServers =
  existsSync('test') && readdirSync('test').some((file) => file.includes('.test.'));
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
    env: {
      ...process.env,
      ...(app && { TEST_APPS: app }),
      ...(!needsServers && { TEST_SERVERS: 'none' }),
    },
    stdio: 'inherit',
  },
);
process.exitCode = tested ?? 1;
