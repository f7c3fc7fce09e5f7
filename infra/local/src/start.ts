import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import getPort from 'get-port';
import { environmentFile, writeEnvironment } from './app-environment.js';
import { type ListeningApp, type RunningApp, SERVING_APPS, startApp } from './apps.js';
import { exit, exitOnSignals, log, onExit, runCommand } from './command.js';
import { cursorKeysFile } from './cursor-keys.js';
import { buildCatalogs, buildSearchIndex, holdsSample, prepareDatabase } from './dataset.js';
import {
  DEBUG_SETTINGS,
  INSPECTOR_PORTS,
  inspectorSettings,
  logAndTraceSettings,
} from './debugging.js';
import { DEMO, keyFile, SITE, writeSecret } from './keys.js';
import { type Options, readOptions, requireFree } from './options.js';
import { asRole, takingOnRole } from './roles.js';
import { dataDir, findRunning, writeRunning } from './running.js';
import { type Servers, startServers } from './servers/index.js';
import { environmentOf, startStack, stopApps } from './stack.js';
import { type SupervisedApp, superviseApp } from './supervised-app.js';
import { watchApps } from './watch.js';

const PARENT_CHECK_MS = 500;

const giveUp = (): void => void exit(1);

const running = new Map<ListeningApp, SupervisedApp>();

function exitWithTerminal(): void {
  const parent = process.ppid;
  // The timer also keeps this process running if all apps are left out.
  setInterval(() => process.ppid !== parent && void exit(1), PARENT_CHECK_MS);
  exitOnSignals(() => log('Stopping …'));
}

async function main(): Promise<void> {
  const began = performance.now();
  const options = readOptions();
  const { port, demoKeyFile, sample, without } = options;
  const directory = dataDir();
  const other = findRunning(directory);
  if (other) {
    throw new Error(
      `Process ${other.pid} is already running on ${directory}. Stop it, or set DATA_DIR.`,
    );
  }
  await requireFree(port, 'port');
  await requireFree(options.sitePort, 'site-port');
  exitWithTerminal();

  const servers = await startServers({
    dataDir: directory,
    keep: true,
    log,
    giveUp,
    env: process.env,
    openSearch: options.openSearch,
  });
  onExit(() => servers.stop());
  const { databaseUrl, natsUrl, redisUrl, searchUrl } = servers;
  // Choose the port of the site before starting it, because responses from services contain the site's URL.
  const sitePort = options.sitePort || (await getPort());
  const siteUrl = process.env.SITE_URL || `http://localhost:${sitePort}`;
  onExit(
    writeRunning(directory, {
      ...{ pid: process.pid, databaseUrl, natsUrl, redisUrl, searchUrl, siteUrl },
    }),
  );

  const isEmpty = await prepareDatabase(databaseUrl, sample);
  if (searchUrl) await buildSearchIndex(servers);
  const env = { DATABASE_URL: databaseUrl };
  const [apiPort, siteKeyFile, key] = await Promise.all([
    startApps(servers, siteUrl, directory, options),
    keyFile(SITE, directory, env),
    keyFile(DEMO, directory, env).then(readKey),
    isEmpty || buildCatalogs(servers, siteUrl),
  ]);
  if (demoKeyFile) await writeSecret(demoKeyFile, key);
  const address = `http://localhost:${apiPort}`;
  const isSample = await holdsSample(databaseUrl);
  await startSite(
    { apiUrl: address, siteUrl, isSample },
    sitePort,
    siteKeyFile,
    directory,
    options,
  );
  if (options.watch) watchApps([...running.values()], log);

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\nReady after ${seconds} s. Demo key:\n\n  ${key}\n`);
  if (!without.includes('gateway')) {
    console.log(`The API is at ${address}`);
    console.log(`The documentation with this key filled in is at ${address}/docs#key=${key}`);
  }
  if (!without.includes('site')) console.log(`The site is at http://localhost:${sitePort}`);
  if (isEmpty) console.log(emptyDatabase());
  else if (without.length === 0) console.log(`\n${examples(address, key).join('\n')}`);
  for (const app of without) console.log(leftOut(app, directory));
  if (options.inspect) console.log(`\nDebugger ports: ${JSON.stringify(INSPECTOR_PORTS)}`);
  if (options.watch) console.log('\nSaving a source file restarts the apps that use it.');
  console.log(`\nLogs are in ${path.join(directory, 'logs')}. Ctrl-C stops everything.`);
}

async function startApps(
  servers: Servers,
  siteUrl: string,
  directory: string,
  started: Options,
): Promise<number> {
  const logDir = path.join(directory, 'logs');
  const databaseAs = process.env.DATABASE_URL ? takingOnRole : asRole;
  const options = {
    databaseAs: databaseAs(servers.databaseUrl),
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
    siteUrl,
    port: started.port,
    logDir,
    gateway: settingsFromEnvironment(['API_PUBLIC_URL', 'KEY_CONTACT_URL', 'TERMS_URL']),
    cursorKeysFile: cursorKeysFile(directory),
    settingsOf: (app: ListeningApp) => ({
      ...settingsOf(app, started),
      ...(app === 'search' && { SEARCH_URL: servers.searchUrl }),
    }),
    apps: SERVING_APPS.filter((app) => !started.without.includes(app)),
  };
  const stack = await startStack(options);
  const port = stack.port || started.port;
  for (const app of SERVING_APPS) {
    const env = environmentOf(app, { ...options, port });
    keepRunning(app, stack.apps.get(app), env, directory, started);
  }
  onExit(() => stopApps(running));
  return port;
}

interface SiteSettings {
  readonly apiUrl: string;
  readonly siteUrl: string;
  /** Whether pages show a notice that the numbers are generated. */
  readonly isSample: boolean;
}

async function startSite(
  { apiUrl, siteUrl, isSample }: SiteSettings,
  port: number,
  apiKeyFile: string,
  directory: string,
  started: Options,
): Promise<void> {
  const env = {
    PORT: String(port),
    HEALTH_PORT: '0',
    API_URL: apiUrl,
    API_KEY_FILE: apiKeyFile,
    SITE_URL: siteUrl,
    SAMPLE_DATA: process.env.SAMPLE_DATA || String(isSample),
    ...settingsFromEnvironment([
      'API_PUBLIC_URL',
      'KEY_CONTACT_URL',
      'TERMS_URL',
      'PLANS',
      'IMAGE_ORIGINS',
      'VISITOR_PAGES_PER_SECOND',
    ]),
    ...settingsOf('site', started),
  };
  const isLeftOut = started.without.includes('site');
  const site = isLeftOut ? undefined : await startApp('site', env, path.join(directory, 'logs'));
  keepRunning('site', site, env, directory, started);
}

/** Returns the environment variables of this process that an app inherits. */
function settingsFromEnvironment(names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

function settingsOf(app: ListeningApp, { inspect, without }: Options): NodeJS.ProcessEnv {
  return {
    ...logAndTraceSettings(),
    ...(without.length > 0 && DEBUG_SETTINGS),
    ...(inspect && inspectorSettings(app)),
  };
}

/** Supervises an app. If the developer runs the app from source, only writes its environment to a file. */
function keepRunning(
  app: ListeningApp,
  process: RunningApp | undefined,
  env: NodeJS.ProcessEnv,
  directory: string,
  { watch }: Options,
): void {
  const logDir = path.join(directory, 'logs');
  // Keep the other apps running, because code may be broken temporarily while it is being edited.
  const giveUpApp = watch ? () => log(`${app} is down until the next change.`) : giveUp;
  const supervision = { env, logDir, log, giveUp: giveUpApp };
  if (process) running.set(app, superviseApp(app, process, supervision));
  else onExit(writeEnvironment(app, env, directory));
}

function leftOut(app: ListeningApp, directory: string): string {
  const file = environmentFile(app, directory);
  return `\n${app} is not started. Run it from source, in another terminal:\n\n  npm run dev -- ${app}\n
or directly, with the environment in ${file}:\n\n${readFileSync(file, 'utf8').replace(/^/gm, '  ').trimEnd()}`;
}

const readKey = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim();

function emptyDatabase(): string {
  const setting = process.env.DATA_DIR ? `DATA_DIR=${dataDir()} ` : '';
  return `\nThe database is empty. Import a dataset:\n\n  ${setting}npm run -s admin -- import DIRECTORY`;
}

// A cert in the sample: a PSA 7 of the 1999 first-edition Charizard.
const CHARIZARD = { cert: '64062046', cardId: '85c82c158cac20785082526b3bb6248031db6a66' };

function examples(address: string, key: string): string[] {
  const curl = (target: string): string => `  curl -H 'x-api-key: ${key}' '${address}${target}'`;
  return [
    curl(`/v1/certs/psa/${CHARIZARD.cert}`),
    curl(`/v1/cards/${CHARIZARD.cardId}/population`),
    curl(`/v1/cards/${CHARIZARD.cardId}/population/history?grader=psa`),
  ];
}

await runCommand(main);
