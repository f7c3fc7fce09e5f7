import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Server, startPostgres } from '@gcd/local';
import { type RestartableServer, startRestartable } from '@gcd/testing/restartable-server.js';

/** A PostgreSQL server that can be killed, restored and replaced. */
export interface RestartablePostgres extends RestartableServer {
  /** Copies the server's files to another directory. The server must be stopped. */
  copyTo(directory: string): void;
  /** Creates a standby in another directory and starts it. */
  standby(directory: string): Promise<Server>;
}

/** Starts the server. @param directory absolute path */
export async function startRestartablePostgres(directory: string): Promise<RestartablePostgres> {
  const log = (): void => undefined;
  const start = (dir: string, port?: number): Promise<Server> =>
    startPostgres({ dir, keep: true, log, ...(port && { port }) });
  const server = await startRestartable(directory, start);
  return Object.assign(server, {
    copyTo(other: string) {
      rmSync(other, { recursive: true, force: true });
      cpSync(directory, other, {
        recursive: true,
        filter: (file) => !file.endsWith('server.lock'),
      });
    },
    async standby(other: string) {
      const args = ['-R', '-X', 'stream', '-c', 'fast', '-d', server.url];
      execFileSync('pg_basebackup', [...args, '-D', path.join(other, 'data')]);
      return start(other);
    },
  });
}
