import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const FULL_DISK = '/dev/full';
const INDEX = new URL('../dist/index.js', import.meta.url).href;

// Logs more than the buffer can hold, then exits with status 7.
const PROGRAM = `
  import { createLogger } from '${INDEX}';
  const log = createLogger('test', 'info');
  for (let line = 0; line < 1000; line += 1) log.info({ text: 'x'.repeat(100) }, 'line');
  setTimeout(() => process.exit(7), 500);
`;

it('a process keeps running if it cannot write its log, and can still exit', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', openSync(FULL_DISK, 'w'), 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([7, null]);
});
