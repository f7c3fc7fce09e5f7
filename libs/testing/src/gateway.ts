import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, environmentOf, startApp } from '@gcd/local';
import { testEnvironment } from './api.ts';
import { certificateOf } from './certificate.ts';

/** A separate gateway with its own settings. It uses the services of the test suite. */
export interface TestGateway {
  readonly port: number;
  readonly healthPort: number;
  readonly url: string;
  /** Returns the parsed lines of the gateway's log. */
  log(): Record<string, unknown>[];
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/**
 * Starts a gateway.
 * @param settings environment variables that are added to the default ones
 * @param urls URLs of servers that replace those of the test suite
 */
export async function startGateway(
  settings: NodeJS.ProcessEnv = {},
  urls: { readonly database?: string; readonly nats?: string; readonly redis?: string } = {},
): Promise<TestGateway> {
  const logDir = mkdtempSync(path.join(tmpdir(), 'gcd-gateway-'));
  const app = await startApp(
    'gateway',
    environmentOf('gateway', {
      databaseAs: asRole(urls.database ?? testEnvironment('TEST_FIXTURE_DATABASE_URL')),
      natsUrl: urls.nats ?? testEnvironment('TEST_NATS_URL'),
      redisUrl: urls.redis ?? testEnvironment('TEST_REDIS_URL'),
      logDir,
      gateway: settings,
    }),
    logDir,
  );
  return {
    port: app.port,
    healthPort: app.healthPort,
    url: `http://127.0.0.1:${app.port}`,
    log: () =>
      readFileSync(path.join(logDir, 'gateway.log'), 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    signal: (signal) => app.kill(signal),
    async stop() {
      await app.stop();
      rmSync(logDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a self-signed certificate.
 * @param directory directory for the files
 * @returns settings that make a gateway serve TLS
 */
export async function tlsSettings(
  directory: string,
): Promise<{ readonly TLS_CERT: string; readonly TLS_KEY: string; readonly certificate: string }> {
  const { text, certFile, keyFile } = await certificateOf(directory, 'localhost');
  return { TLS_CERT: certFile, TLS_KEY: keyFile, certificate: text };
}
