import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

/** What is told to `npm start`. */
export interface Options {
  readonly port: number;
  readonly sitePort: number;
  readonly demoKeyFile: string | undefined;
  readonly sample: boolean;
}

/** Reads the command line and the environment. @throws Error when one of them is not valid */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT || '3000' },
      'site-port': { type: 'string', default: process.env.SITE_PORT || '' },
      'demo-key-file': { type: 'string' },
    },
  });
  const port = portOf('port', values.port);
  // Any free one beside any free one.
  const sitePort = portOf('site-port', values['site-port'] || String(port && port + 1));
  const sample = process.env.SAMPLE || 'on';
  if (sample !== 'on' && sample !== 'off') throw new Error('SAMPLE is `on` or `off`');
  return { port, sitePort, demoKeyFile: values['demo-key-file'], sample: sample === 'on' };
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--${option}: ${text} is not a port`);
  }
  return port;
}

/** Says so before anything is started, rather than after. */
export function requireFree(port: number, option: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(new Error(`Port ${port} is in use. Choose another: npm start -- --${option} N`)),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });
}
