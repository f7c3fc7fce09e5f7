import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';

const FULL_DISK = '/dev/full';
const INDEX = new URL('../dist/index.js', import.meta.url).href;

// This program logs more than the buffer can hold, and then exits with status 7.
const PROGRAM = `
  import { createLogger } from '${INDEX}';
  const log = createLogger('test', 'info');
  for (let line = 0; line < 1000; line += 1) log.info({ text: 'x'.repeat(100) }, 'line');
  setTimeout(() => process.exit(7), 500);
`;

/** Runs a program. @returns its status, the messages of its log as objects, and its error output */
async function run(program: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const lines = output.trimEnd().split('\n');
  return { status, errors, lines: lines.map((line) => JSON.parse(line)) };
}

it('a process keeps running if it cannot write its log, and can still exit', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', openSync(FULL_DISK, 'w'), 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([7, null]);
});

it.each([
  ['a process that exits immediately', 'process.exit()'],
  ['a process that ends', ''],
])('the logger writes every line from %s', async (_name, end) => {
  const program = `
    import { createLogger } from '${INDEX}';
    const log = createLogger('test', 'info');
    for (let line = 0; line < 10; line += 1) log.info({ line }, 'line');
    ${end}
  `;
  const { lines } = await run(program);
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 10 }, (_, n) => n));
});

it('a process that stops writes every line in order, even if an earlier write is slow', async () => {
  // This program logs its last lines while the only thread for asynchronous writes is busy.
  const program = `
    import { pbkdf2 } from 'node:crypto';
    import { processConfig, runProcess } from '${INDEX}';
    await runProcess('test', processConfig.pick({ LOG_LEVEL: true }), async (_config, log) => ({
      port: 0,
      async stop() {
        pbkdf2('', '', 20_000, 64, 'sha512', () => undefined);
        log.info({ text: 'x'.repeat(10_000) }, 'working');
      },
    }));
    setInterval(() => undefined, 1_000);
    process.kill(process.pid, 'SIGTERM');
  `;
  const { lines } = await run(program, { UV_THREADPOOL_SIZE: '1' });
  expect(lines.map(({ msg }) => msg)).toEqual(['started', 'stopping', 'working', 'stopped']);
});

it.each([
  ['a server fails', "createServer().emit('error', new Error('accept failed'))"],
  ['a promise is rejected', "void Promise.reject(new Error('accept failed'))"],
])('a process logs one fatal line and exits with status 1 if %s', async (_name, fail) => {
  const program = `
    import { createServer } from 'node:net';
    import { processConfig, runProcess } from '${INDEX}';
    await runProcess('test', processConfig.pick({ LOG_LEVEL: true }), async () => ({ port: 0 }));
    setInterval(() => undefined, 1_000);
    ${fail};
  `;
  const { status, errors, lines } = await run(program);
  expect([status, errors]).toEqual([1, '']);
  expect(lines[1]).toMatchObject({
    level: 60,
    msg: 'stopped by an unexpected error',
    err: { message: 'accept failed' },
  });
});
