import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { type ListeningApp, SERVING_APPS } from './apps.js';

export interface Options {
  readonly port: number;
  readonly sitePort: number;
  readonly demoKeyFile: string | undefined;
  readonly sample: boolean;
  /** Apps that `npm start` does not start, because the developer runs them from source. */
  readonly without: readonly ListeningApp[];
  /** Whether apps restart when their sources change. */
  readonly watch: boolean;
  readonly inspect: boolean;
  /** Whether cards are searched in OpenSearch. */
  readonly openSearch: boolean;
}

/** Parses the command line and the environment. @throws Error if a value is invalid */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT || '3000' },
      'site-port': { type: 'string', default: process.env.SITE_PORT || '' },
      'demo-key-file': { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
      watch: { type: 'boolean', default: false },
      inspect: { type: 'boolean', default: false },
      search: { type: 'string', default: 'postgres' },
    },
  });
  const port = portOf('port', values.port);
  // If the API listens on any free port (0), the site also listens on any free port.
  const sitePort = portOf('site-port', values['site-port'] || String(port && port + 1));
  const sample = process.env.SAMPLE || 'on';
  if (sample !== 'on' && sample !== 'off') throw new Error('SAMPLE must be `on` or `off`.');
  if (values.search !== 'postgres' && values.search !== 'opensearch') {
    throw new Error('--search must be `postgres` or `opensearch`.');
  }
  return {
    openSearch: values.search === 'opensearch',
    port,
    sitePort,
    demoKeyFile: values['demo-key-file'],
    sample: sample === 'on',
    without: appsOf(values.without.flatMap((names) => names.split(','))),
    watch: values.watch,
    inspect: values.inspect,
  };
}

/** Looks up apps by name. @throws Error for an unknown name */
export function appsOf(names: readonly string[]): ListeningApp[] {
  const known: readonly ListeningApp[] = [...SERVING_APPS, 'site'];
  return names.map((name) => {
    const app = known.find((each) => each === name);
    if (!app) throw new Error(`${name} is not an app. Apps: ${known.join(', ')}.`);
    return app;
  });
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--${option} must be a port from 0 to 65535, not ${text}.`);
  }
  return port;
}

/** Checks that a port is free. Must be called before any app is started. */
export function requireFree(port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(new Error(`Port ${port} is in use. Choose another: npm start -- --${option} N`)),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}
