import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sampleDirectory } from '@gcd/sample';
import { runAdmin } from './admin-process.js';
import { cursorKeysFile } from './cursor-keys.js';
import { demoKey, writeSecret } from './demo-key.js';
import { asRole, takingOnRole } from './roles.js';
import { announce, dataDir, findRunning } from './running.js';
import { type Servers, startServers } from './servers/index.js';
import { type Stack, startStack } from './stack.js';

const HELP = `Starts the whole API on this machine, with its own PostgreSQL, NATS and Redis.

  npm start
  npm start -- --port 3100 --demo-key-file demo.key

  --port N             port of the API (default: PORT, or else 3000)
  --demo-key-file F    also write the demo key to this file
  --help

Environment:
  DATABASE_URL, NATS_URL, REDIS_URL   a server to use instead of starting one
  SITE_URL                            address of the public site, for card_url
  SAMPLE=off                          start with an empty database
  DATA_DIR                            where the servers keep their state (default: .local)`;

const PARENT_CHECK_MS = 500;

interface Options {
  readonly port: number;
  readonly demoKeyFile: string | undefined;
  readonly sample: boolean;
}

const say = (line: string): void => console.error(line);

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT || '3000' },
      'demo-key-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port: ${values.port} is not a port`);
  }
  const sample = process.env.SAMPLE || 'on';
  if (sample !== 'on' && sample !== 'off') throw new Error('SAMPLE is `on` or `off`');
  return { port, demoKeyFile: values['demo-key-file'], sample: sample === 'on' };
}

/** What has been started, to be stopped in reverse order. */
const stops: (() => Promise<void> | void)[] = [];
let stopping = false;

async function stop(status: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stopOne of stops.reverse()) await stopOne();
  process.exit(status);
}

function stopWithTerminal(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop(1), PARENT_CHECK_MS).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) say('Stopping …');
      void stop(0);
    });
  }
}

async function main(): Promise<void> {
  const began = performance.now();
  const { port, demoKeyFile, sample } = readOptions();
  const directory = dataDir();
  const other = findRunning(directory);
  if (other) {
    throw new Error(`Process ${other.pid} runs on ${directory} already. Stop it, or set DATA_DIR.`);
  }
  await requireFree(port);
  stopWithTerminal();

  const servers = await startServers({ dataDir: directory, keep: true, say, env: process.env });
  stops.push(() => servers.stop());
  const { databaseUrl, natsUrl, redisUrl } = servers;
  const siteUrl = process.env.SITE_URL || `http://localhost:${port}`;
  stops.push(announce(directory, { pid: process.pid, databaseUrl, natsUrl, redisUrl, siteUrl }));

  const isEmpty = await prepareDatabase(databaseUrl, sample);
  const [key, stack] = await Promise.all([
    demoKey(directory, { DATABASE_URL: databaseUrl }),
    startApps(servers, port, siteUrl, directory),
    isEmpty || buildCatalogs(servers, siteUrl),
  ]);
  if (demoKeyFile) await writeSecret(demoKeyFile, key);

  const address = `http://localhost:${stack.port}`;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\nThe API answers at ${address} (ready after ${seconds} s). Demo key:\n\n  ${key}\n`,
  );
  console.log(isEmpty ? EMPTY : examples(address, key).join('\n'));
  console.log(`\nLogs are in ${path.join(directory, 'logs')}. Ctrl-C stops everything.`);
}

/** Says so before anything is started, rather than after. */
function requireFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(new Error(`Port ${port} is in use. Choose another: npm start -- --port N`)),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

/** Brings the schema up to date and loads the sample where there is nothing. @returns whether there is still nothing */
async function prepareDatabase(databaseUrl: string, sample: boolean): Promise<boolean> {
  const env = { DATABASE_URL: databaseUrl };
  await runAdmin(['migrate'], env);
  const { version } = await runAdmin<{ version: number }>(['status'], env);
  if (version > 0 || !sample) return version === 0;
  say('Loading the sample dataset, once …');
  await runAdmin(['import', sampleDirectory], env);
  return false;
}

async function buildCatalogs({ databaseUrl, natsUrl }: Servers, siteUrl: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl, SITE_URL: siteUrl };
  try {
    await runAdmin(['catalogs', 'build', '--missing'], env);
  } catch (error) {
    // A NATS that was given may be without JetStream: everything else works.
    say(`There are no catalogs: ${(error as Error).message}`);
  }
}

async function startApps(
  servers: Servers,
  port: number,
  siteUrl: string,
  directory: string,
): Promise<Stack> {
  const logDir = path.join(directory, 'logs');
  const databaseAs = process.env.DATABASE_URL ? takingOnRole : asRole;
  const stack = await startStack({
    databaseAs: databaseAs(servers.databaseUrl),
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
    siteUrl,
    port,
    logDir,
    cursorKeysFile: cursorKeysFile(directory),
  });
  stops.push(() => stack.stop());
  for (const [name, app] of stack.apps) {
    void app.exited.then(() => {
      if (!stopping) say(`${name} has ended. Its log is ${path.join(logDir, `${name}.log`)}`);
      void stop(1);
    });
  }
  return stack;
}

const EMPTY = 'There is no data yet. Load some:\n\n  npm run -s admin -- import DIRECTORY';

// In the sample: a PSA 7 of the 1999 first-edition Charizard.
const CHARIZARD = { cert: '64062046', cardId: '85c82c158cac20785082526b3bb6248031db6a66' };

function examples(address: string, key: string): string[] {
  const curl = (target: string): string => `  curl -H 'x-api-key: ${key}' '${address}${target}'`;
  return [
    curl(`/v1/certs/psa/${CHARIZARD.cert}`),
    curl(`/v1/cards/${CHARIZARD.cardId}/population`),
    curl(`/v1/cards/${CHARIZARD.cardId}/population/history?grader=psa`),
  ];
}

try {
  await main();
} catch (error) {
  say(process.env.DEBUG ? String((error as Error).stack) : (error as Error).message);
  await stop(1);
}
