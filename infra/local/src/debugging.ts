import type { ListeningApp } from './apps.js';

/** Debugger port of each app. `.vscode/launch.json` uses the same ports. */
export const INSPECTOR_PORTS: Readonly<Record<ListeningApp, number>> = {
  gateway: 9229,
  certs: 9230,
  cards: 9231,
  search: 9232,
  changes: 9233,
  catalogs: 9234,
  site: 9235,
};

const HOUR_MS = '3600000';

/** Settings that disable timeouts in all apps, because a debugger may pause any app at a breakpoint. */
export const DEBUG_SETTINGS: NodeJS.ProcessEnv = {
  DEBUG_TIMEOUT_MS: HOUR_MS,
  API_TIMEOUT_MS: HOUR_MS,
};

/** Returns the log level and the settings of traces from the environment of this process, for all apps. */
export function logAndTraceSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => name === 'LOG_LEVEL' || name.startsWith('OTEL_'),
    ),
  );
}

/** Returns settings that make an app listen for a debugger. */
export function inspectorSettings(app: ListeningApp): NodeJS.ProcessEnv {
  return { ...DEBUG_SETTINGS, NODE_OPTIONS: `--inspect=127.0.0.1:${INSPECTOR_PORTS[app]}` };
}
