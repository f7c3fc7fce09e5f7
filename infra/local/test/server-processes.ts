import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { eventually } from '@gcd/testing/eventually.js';
import { startPostgres } from '../dist/servers/index.js';

export const log = () => undefined;
/** Cleanup functions, which are called in reverse order after each test. */
export const cleanups: (() => Promise<unknown> | unknown)[] = [];

/** Creates a folder that is removed after the test. */
export function temporary(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'servers-test-'));
  // The servers run as another user if this process runs as root, so give other users access to the directory.
  chmodSync(dir, 0o755);
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

let initialized: string | undefined;
afterAll(() => {
  if (initialized) rmSync(initialized, { recursive: true });
});

/**
 * Copies the data folder of an empty PostgreSQL server to `dir`. Copying is faster than initializing a new data folder
 * for each test.
 */
export async function initializePostgres(dir: string): Promise<void> {
  if (!initialized) {
    initialized = mkdtempSync(path.join(tmpdir(), 'servers-test-'));
    chmodSync(initialized, 0o755);
    await (await startPostgres({ dir: initialized, keep: true, log })).stop();
  }
  // In Node 24, `cpSync` does not copy the permissions of directories, which PostgreSQL checks.
  await cp(path.join(initialized, 'data'), path.join(dir, 'data'), { recursive: true });
}

/** Registers a server to be stopped after the test. */
export function stopLater<T extends { stop(): Promise<void> }>(started: T): T {
  cleanups.push(() => started.stop());
  return started;
}

/** Sends `text` to a server. @returns the response up to the first occurrence of `until` */
export function talk(url: string, text: string, until: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${received}`)));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (!received.includes(until)) return;
      resolve(received);
      socket.destroy();
    });
  });
}

interface Started {
  pid: number;
  url: string;
}

const MODULE = new URL('../dist/servers/index.js', import.meta.url).href;

/** Starts the three servers in a separate process group, in subfolders of `parent`, and then runs the code `next`. */
export async function startElsewhere(
  parent: string,
  keep: boolean,
  next: string,
): Promise<[ChildProcess, Started[]]> {
  await initializePostgres(path.join(parent, 'postgres'));
  const program = `
    import { startNats, startPostgres, startRedis } from '${MODULE}';
    const kinds = { postgres: startPostgres, nats: startNats, redis: startRedis };
    const started = await Promise.all(Object.entries(kinds).map(([name, start]) =>
      start({ dir: '${parent}/' + name, keep: ${keep}, ...(${keep} ? {} : { shared: '${parent}' }), log: () => {} })));
    process.stdout.write(JSON.stringify(started.map(({ pid, url }) => ({ pid, url }))) + '\\n', () => { ${next} });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  cleanups.push(() => child.kill('SIGKILL'));
  await eventually(async () => {
    if (!output.endsWith('\n')) throw new Error('the servers of the other process are not running');
  });
  return [child, JSON.parse(output) as Started[]];
}
