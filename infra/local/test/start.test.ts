import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const execute = promisify(exec);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START = path.join(ROOT, 'infra/local/dist/start.js');
const DEV = path.join(ROOT, 'infra/local/dist/dev.js');

interface Started {
  readonly process: ChildProcess;
  /** Returns everything that the command has printed so far. */
  output(): string;
}

/** Processes to kill, each with a pattern that matches its command line. */
const ENDING: [string, RegExp][] = [
  ['PostgreSQL', /postgres\0-D\0/],
  ['NATS', /^\S*nats-server\0/],
  ['Redis', /^\S*redis-server[\0 ]/],
  ['certs', /certs\/dist\/main\.js/],
  ['gateway', /gateway\/dist\/main\.js/],
];

let directory: string;
let running: ChildProcess | undefined;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-start-'));
  // The servers run as another user if this process runs as root, so give other users access to the directory.
  chmodSync(directory, 0o755);
});

afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

function environment(): NodeJS.ProcessEnv {
  const { DATABASE_URL, NATS_URL, REDIS_URL, NODE_OPTIONS, PORT, SAMPLE, SITE_URL, ...env } =
    process.env;
  return { ...env, DATA_DIR: path.join(directory, 'data') };
}

async function npmRun(script: string): Promise<string> {
  const { stdout } = await execute(`npm run -s ${script}`, { cwd: ROOT, env: environment() });
  return stdout;
}

/** Runs `npm start`, and waits until everything is ready. */
const start = (args: string[] = [], env?: NodeJS.ProcessEnv): Promise<Started> =>
  run([START, '--port', '0', ...args], env);

/** Runs `npm run dev` for some apps, and waits until they are running. */
const dev = (args: string[], env?: NodeJS.ProcessEnv) => run([DEV, ...args], env);

async function run(command: string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/Ctrl-C stops (everything|it)/.test(output)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`it ended:\n${output}`)));
  });
  return { process: child, output: () => output };
}

async function stop({ process: child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return (await once(child, 'exit'))[0];
}

function ports({ output }: Started): number[] {
  const state = JSON.parse(readFileSync(path.join(directory, 'data/running.json'), 'utf8'));
  const [address = '', site = ''] = output().match(/http:\/\/localhost:\d+/g) ?? [];
  const urls = [address, site, state.databaseUrl, state.natsUrl, state.redisUrl];
  return urls.map((url) => Number(new URL(url).port));
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())));
    socket.once('error', () => resolve(false));
  });

/** Finds the pid of a direct or indirect child process. @throws Error if there is none */
async function descendant({ process: child }: Started, command: RegExp): Promise<number> {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      parents.set(pid, Number(parent));
      commands.set(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      // The process has exited since the listing.
    }
  }
  const isOurs = (pid = 0): boolean => pid === child.pid || (pid > 1 && isOurs(parents.get(pid)));
  const [found] = [...commands].find(([pid, text]) => command.test(text) && isOurs(pid)) ?? [];
  if (!found) throw new Error(`no process of ${command}`);
  return found;
}

const expectClosed = (all: number[]): Promise<void> =>
  eventually(async () => expect((await Promise.all(all.map(isOpen))).includes(true)).toBe(false));

const keyIn = ({ output }: Started): string => /gcd_live_\w+/.exec(output())?.[0] ?? '';

const CURL = /^ {2}curl -H '(x-api-key): (\w+)' '(http:[^']+)'$/gm;

/**
 * Sends the requests that `npm start` printed as curl commands. curl itself is not used, because it may not be
 * installed.
 */
async function requestPrinted({ output }: Started) {
  const lines = [...output().matchAll(CURL)];
  const responses = lines.map(([, header = '', key = '', url = '']) =>
    fetch(url, { headers: { [header]: key } }),
  );
  return Promise.all(
    (await Promise.all(responses)).map(async (response) => ({
      status: response.status,
      body: (await response.json()) as { data: { card_url: string } },
    })),
  );
}

/** Checks that only the owner can read a key file, and that the key was not printed. */
function expectUntold(file: string, { output }: Started): void {
  const key = readFileSync(file, 'utf8').trim();
  expect(key).toMatch(/^gcd_live_/);
  expect(statSync(file).mode & 0o077).toBe(0);
  const logs = path.join(directory, 'data/logs');
  const logged = readdirSync(logs).map((log) => readFileSync(path.join(logs, log), 'utf8'));
  for (const text of [output(), ...logged]) expect(text).not.toContain(key);
}

describe('npm start', () => {
  it('imports the sample once, prints curl commands that work, and leaves nothing running after SIGINT', async () => {
    const keyFile = path.join(directory, 'demo.key');
    const first = await start(['--demo-key-file', keyFile]);
    const responses = await requestPrinted(first);
    expect(responses).toEqual(
      Array(3).fill({ status: 200, body: { data: expect.any(Object), meta: expect.any(Object) } }),
    );
    const catalog = `${/http:\/\/localhost:\d+/.exec(first.output())?.[0]}/v1/catalogs/pokemon`;
    const { status } = await fetch(catalog, { headers: { 'x-api-key': keyIn(first) } });
    expect(status).toBe(200);
    const page = await fetch(responses[0]?.body.data.card_url ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('CHARIZARD-HOLO #4');
    expectUntold(path.join(directory, 'data/site-key'), first);
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(keyIn(first));
    expect(statSync(keyFile).mode & 0o077).toBe(0);
    const used = ports(first);
    expect(await stop(first, 'SIGINT')).toBe(0);
    await expectClosed(used);
  }, 600_000);

  it('keeps the data and the key across a restart, lets `npm run admin` connect, and restarts killed processes', async () => {
    const second = await start();
    expect(second.output()).not.toContain('Importing the sample');
    expect(JSON.parse(await npmRun('admin -- status --json')).rows.cards.count).toBeGreaterThan(
      10_000,
    );
    await expect(start()).rejects.toThrow(/is already running on/);
    running = second.process;
    const used = ports(second);
    for (const [title, command] of ENDING) {
      process.kill(await descendant(second, command), 'SIGKILL');
      await eventually(async () => {
        expect(second.output()).toContain(`${title} exited unexpectedly. Restarting it`);
        await descendant(second, command);
        const again = await requestPrinted(second);
        expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
      });
    }
    expect(ports(second)).toEqual(used);
    second.process.kill('SIGKILL');
    await expectClosed(used);
  }, 600_000);

  it('with SAMPLE=off and --without, starts the other apps with an empty database and explains how to import', async () => {
    const env = { SAMPLE: 'off', DATA_DIR: path.join(directory, 'empty') };
    const others = 'search,changes,catalogs,site';
    const empty = await start(['--without', 'certs', '--without', others], env);
    expect(empty.output()).toContain('npm run -s admin -- import');
    expect(empty.output()).not.toContain('curl');
    const url = `${/http:\/\/localhost:\d+/.exec(empty.output())?.[0]}/v1/certs/psa/1`;
    const status = async () =>
      (await fetch(url, { headers: { 'x-api-key': keyIn(empty) } })).status;
    expect(await status()).toBe(503);
    expect(empty.output()).toMatch(/npm run dev -- certs\n[\s\S]*DATABASE_URL=postgres:/);
    const certs = await dev(['certs'], env);
    expect(await status()).toBe(404);
    await expect(dev(['cards'], env)).rejects.toThrow('npm start -- --without cards');
    expect(await stop(certs, 'SIGINT')).toBe(0);
    expect(await status()).toBe(503);
    running = empty.process;
    expect(await stop(empty, 'SIGTERM')).toBe(0);
  });

  it.each([
    [['--port', '70000'], {}, 'not a port'],
    [['--site-port', 'x'], {}, '--site-port'],
    [['--colour'], {}, '--colour'],
    [['--without', 'cert'], {}, 'cert is not an app'],
    [[], { SAMPLE: 'maybe' }, 'SAMPLE'],
  ])('rejects the arguments %j in the environment %j', async (args, env, text) => {
    await expect(start(args, env)).rejects.toThrow(text);
  });

  it('reports a port that is in use before it starts any processes', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(start(['--port', String(port)])).rejects.toThrow(`Port ${port} is in use`);
    taken.close();
  });

  it('prints its options with --help', async () => {
    const help = await npmRun('start -- --help');
    expect(help).toContain('--demo-key-file');
    expect(help).toContain('--without');
  });
});

describe('npm run dev with one app', () => {
  it('explains which servers are missing if none are running', async () => {
    await expect(dev(['certs'])).rejects.toThrow('npm start -- --without certs');
  });
});
