import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleDirectory } from '@gcd/sample';
import getPort from 'get-port';
import { runAdmin } from './admin-process.js';
import { type ListeningApp, type RunningApp, SERVING_APPS, startApp } from './apps.js';
import { cursorKeysFile } from './cursor-keys.js';
import { DEMO, keyFile, SITE, writeSecret } from './keys.js';
import { readOptions, requireFree } from './options.js';
import { asRole, takingOnRole } from './roles.js';
import { announce, dataDir, findRunning } from './running.js';
import { type Servers, startServers } from './servers/index.js';
import { environmentOf, startStack } from './stack.js';
import { supervise } from './supervise.js';

const PARENT_CHECK_MS = 500;

const say = (line: string): void => console.error(line);

/** What has been started, to be stopped in reverse order. */
const stops: (() => Promise<void> | void)[] = [];
let stopping = false;

async function stop(status: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stopOne of stops.reverse()) await stopOne();
  process.exit(status);
}

const giveUp = (): void => void stop(1);

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
  const { port, demoKeyFile, sample, ...options } = readOptions();
  const directory = dataDir();
  const other = findRunning(directory);
  if (other) {
    throw new Error(`Process ${other.pid} runs on ${directory} already. Stop it, or set DATA_DIR.`);
  }
  await requireFree(port, 'port');
  await requireFree(options.sitePort, 'site-port');
  stopWithTerminal();

  const servers = await startServers({
    dataDir: directory,
    keep: true,
    say,
    giveUp,
    env: process.env,
  });
  stops.push(() => servers.stop());
  const { databaseUrl, natsUrl, redisUrl } = servers;
  // Known before the site starts: the services tell of it.
  const sitePort = options.sitePort || (await getPort());
  const siteUrl = process.env.SITE_URL || `http://localhost:${sitePort}`;
  stops.push(announce(directory, { pid: process.pid, databaseUrl, natsUrl, redisUrl, siteUrl }));

  const isEmpty = await prepareDatabase(databaseUrl, sample);
  const env = { DATABASE_URL: databaseUrl };
  const [apiPort, siteKeyFile, key] = await Promise.all([
    startApps(servers, port, siteUrl, directory),
    keyFile(SITE, directory, env),
    keyFile(DEMO, directory, env).then(readKey),
    isEmpty || buildCatalogs(servers, siteUrl),
  ]);
  if (demoKeyFile) await writeSecret(demoKeyFile, key);
  const address = `http://localhost:${apiPort}`;
  await startSite(address, sitePort, siteKeyFile, directory);

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\nThe API answers at ${address} (ready after ${seconds} s). Demo key:\n\n  ${key}\n`,
  );
  console.log(`The site with its cards: http://localhost:${sitePort}\n`);
  console.log(isEmpty ? EMPTY : examples(address, key).join('\n'));
  console.log(`\nLogs are in ${path.join(directory, 'logs')}. Ctrl-C stops everything.`);
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
): Promise<number> {
  const logDir = path.join(directory, 'logs');
  const databaseAs = process.env.DATABASE_URL ? takingOnRole : asRole;
  const options = {
    databaseAs: databaseAs(servers.databaseUrl),
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
    siteUrl,
    port,
    logDir,
    cursorKeysFile: cursorKeysFile(directory),
  };
  const stack = await startStack(options);
  const stopsOfApps = SERVING_APPS.map((app) => {
    const env = environmentOf(app, { ...options, port: stack.port });
    return superviseApp(app, stack.apps.get(app) as RunningApp, env, logDir);
  });
  const stopGateway = stopsOfApps.at(-1);
  stops.push(async () => {
    // It finishes its requests while there are services to answer them.
    await stopGateway?.();
    await Promise.all(stopsOfApps.map((stopApp) => stopApp()));
  });
  return stack.port;
}

async function startSite(
  apiUrl: string,
  port: number,
  apiKeyFile: string,
  directory: string,
): Promise<void> {
  const logDir = path.join(directory, 'logs');
  const env = { PORT: String(port), HEALTH_PORT: '0', API_URL: apiUrl, API_KEY_FILE: apiKeyFile };
  stops.push(superviseApp('site', await startApp('site', env, logDir), env, logDir));
}

/** @returns a function that stops the app for good */
function superviseApp(
  app: ListeningApp,
  running: RunningApp,
  env: NodeJS.ProcessEnv,
  logDir: string,
): () => Promise<void> {
  return supervise(running, {
    title: app,
    log: path.join(logDir, `${app}.log`),
    start: () => startApp(app, env, logDir),
    say,
    giveUp,
  });
}

const readKey = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim();

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
