import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SERVING_APPS } from '@gcd/local';
import { expect, it } from '@jest/globals';

it.each(SERVING_APPS)('%s lists its environment variables without starting', (app) => {
  const program = fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], {
    env: {},
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^ {2}HEALTH_PORT\n {6}\w.* Default: 9090\.$/m);
  // Every variable has a description.
  expect(stdout).not.toMatch(/^ {2}[A-Z_]+\n {6}( |$)/m);
});
