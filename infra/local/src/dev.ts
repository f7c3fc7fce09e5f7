import { parseArgs } from 'node:util';
import { readEnvironment } from './app-environment.js';
import { startApp } from './apps.js';
import { exitOnSignals, log, onExit, runCommand } from './command.js';
import { composeEnvironment, replaceContainer } from './compose.js';
import { INSPECTOR_PORTS, inspectorSettings, logAndTraceSettings } from './debugging.js';
import { appsOf } from './options.js';
import { dataDir, findRunning } from './running.js';
import { type SupervisedApp, superviseApp } from './supervised-app.js';
import { watchApps } from './watch.js';

// Implements `npm run dev -- certs`: runs apps from source, together with a running `npm start` or Compose
// project.
await runCommand(async () => {
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
  exitOnSignals();
  const running: SupervisedApp[] = [];
  for (const app of apps) {
    const env = {
      ...(values.compose ? composeEnvironment : readEnvironment)(app, directory),
      ...logAndTraceSettings(),
      ...(values.inspect && inspectorSettings(app)),
    };
    if (values.compose) onExit(replaceContainer(app));
    const supervision = { env, log, giveUp: () => log(`${app} is down until the next change.`) };
    const supervised = superviseApp(app, await startApp(app, env), supervision);
    onExit(() => supervised.stop());
    running.push(supervised);
    const debug = values.inspect ? ` Its debugger port is ${INSPECTOR_PORTS[app]}.` : '';
    log(`${app} runs from source, and restarts when it changes.${debug} Ctrl-C stops it.`);
  }
  watchApps(running, log);
});
