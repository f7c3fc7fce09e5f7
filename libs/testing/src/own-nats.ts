import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRole, cursorKeysFile, type Server, type StackOptions, startNats } from '@gcd/local';
import { testEnvironment } from './api.ts';

/** A separate NATS server, so that the apps of a test get no requests of other tests. */
export interface OwnNats {
  readonly server: Server;
  /** Directory of the server's data, the logs and the cursor keys, which is removed when the server stops. */
  readonly directory: string;
  /** Options of apps that use the server, the fixture's data and the shared Redis server. */
  readonly options: StackOptions;
  stop(): Promise<void>;
}

/** Starts an {@link OwnNats}. @param overrides options that replace the defaults */
export async function startOwnNats(overrides: Partial<StackOptions> = {}): Promise<OwnNats> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-own-nats-'));
  chmodSync(directory, 0o755);
  const dir = path.join(directory, 'nats');
  const server = await startNats({ dir, keep: false, log: () => undefined });
  return {
    server,
    directory,
    options: {
      databaseAs: asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL')),
      natsUrl: server.url,
      redisUrl: testEnvironment('TEST_REDIS_URL'),
      logDir: path.join(directory, 'logs'),
      cursorKeysFile: cursorKeysFile(directory),
      ...overrides,
    },
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
