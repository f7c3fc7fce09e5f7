import { parseArgs } from 'node:util';
import { readEnvironment } from './app-environment.js';
import { startApp } from './apps.js';
import { composeEnvironment, replaceContainer } from './compose.js';
import { INSPECTOR_PORTS, inspectorSettings, logAndTraceSettings } from './debugging.js';
import { appsOf } from './options.js';
import { dataDir, findRunning } from './running.js';
import { type SupervisedApp, superviseApp } from './supervised-app.js';
import { watchApps } from './watch.js';

// Implements `npm run dev -- certs`: runs apps from source, together with a running `npm start` or Compose
// project.
const log = (line: string): void => console.error(line);
const stops: (() => Promise<void> | void)[] = [];
let stopping = false;

async function stop(status: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stopOne of stops.reverse()) await stopOne();
  process.exit(status);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      inspect: { type: 'boolean', default: false },
      compose: { type: 'boolean', default: false },
    },
  });
  const apps = appsOf(positionals);
  const directory = dataDir();
  if (!values.compose && !findRunning(directory)) {
    throw new Error(
      `Nothing is running on ${directory}. Run  npm start -- --without ${positionals.join(',')}  in another terminal, or add --compose.`,
    );
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0));
  }
  const running: SupervisedApp[] = [];
  for (const app of apps) {
    const env = {
      ...(values.compose ? composeEnvironment : readEnvironment)(app, directory),
      ...logAndTraceSettings(),
      ...(values.inspect && inspectorSettings(app)),
    };
    if (values.compose) stops.push(replaceContainer(app));
    const supervision = { env, log, giveUp: () => log(`${app} is down until the next change.`) };
    const supervised = superviseApp(app, await startApp(app, env), supervision);
    stops.push(() => supervised.stop());
    running.push(supervised);
    const debug = values.inspect ? ` Its debugger port is ${INSPECTOR_PORTS[app]}.` : '';
    log(`${app} runs from source, and restarts when it changes.${debug} Ctrl-C stops it.`);
  }
  watchApps(running, log);
}

try {
  await main();
} catch (error) {
  log(process.env.DEBUG ? String((error as Error).stack) : (error as Error).message);
  await stop(1);
}
