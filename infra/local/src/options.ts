import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

const HELP = `Starts the whole API and its site on this machine, with their own PostgreSQL, NATS and Redis.

  npm start
  npm start -- --port 3100 --demo-key-file demo.key

  --port N             port of the API (default: PORT, or else 3000)
  --site-port N        port of the site (default: SITE_PORT, or else the one after that of the API)
  --demo-key-file F    also write the demo key to this file
  --help

Environment:
  DATABASE_URL, NATS_URL, REDIS_URL   a server to use instead of starting one
  SITE_URL                            address of another public site, for card_url
  SAMPLE=off                          start with an empty database
  DATA_DIR                            where the servers keep their state (default: .local)`;

/** What is told to `npm start`. */
export interface Options {
  readonly port: number;
  readonly sitePort: number;
  readonly demoKeyFile: string | undefined;
  readonly sample: boolean;
}

/** Reads the command line and the environment; shows the help and ends where that is asked for. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT || '3000' },
      'site-port': { type: 'string', default: process.env.SITE_PORT || '' },
      'demo-key-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
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
