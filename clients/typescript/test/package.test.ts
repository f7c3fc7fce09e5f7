import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { testEnvironment } from '@gcd/testing/api.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const run = promisify(execFile);
const URL_OF_PACKAGE = `${testEnvironment('TEST_API_URL')}/downloads/gcd-client-1.0.0.tgz`;
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

let project: string;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'gcd-package-'));
  await writeFile(path.join(project, 'package.json'), '{}');
});
afterAll(() => rm(project, { recursive: true }));

it('installs from the URL of the gateway, for ES modules, CommonJS and the command line', async () => {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await run('npm', ['install', ...options, URL_OF_PACKAGE], { cwd: project });
  } catch (error) {
    if (!NO_NETWORK.test((error as { stderr: string }).stderr)) throw error;
    process.stderr.write('SKIPPED: the test that installs the package needs the npm registry\n');
    return;
  }
  const esm = "import * as c from '@gcd/client'; import * as n from '@gcd/client/node';";
  const cjs = "const c = require('@gcd/client'), n = require('@gcd/client/node');";
  const print = 'console.log(typeof c.GradedCardDataClient, typeof n.Mirror)';
  for (const [type, load] of Object.entries({ module: esm, commonjs: cjs })) {
    const program = ['--input-type', type, '--eval', load + print];
    const { stdout } = await run(process.execPath, program, { cwd: project });
    expect(stdout).toBe('function function\n');
  }
  const { stdout } = await run('npx', ['--no-install', 'gcd', '--version'], { cwd: project });
  expect(stdout).toBe('1.0.0\n');
});
