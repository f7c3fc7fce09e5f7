import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Server, startPostgres } from '@gcd/local';
import { eventually } from '../test/eventually.ts';

/** A PostgreSQL that is killed, restored and replaced. It keeps its port. */
export interface MortalPostgres {
  readonly url: string;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again on what it has. @param directory of another one, whose place it takes */
  startAgain(directory?: string): Promise<void>;
  /** Copies its files to another directory. It must not run. */
  copyTo(directory: string): void;
  /** Makes a standby of it in another directory, and starts that. */
  standby(directory: string): Promise<Server>;
  stop(): Promise<void>;
}

/** Starts one. @param directory absolute */
export async function startMortalPostgres(directory: string): Promise<MortalPostgres> {
  const say = (): void => undefined;
  const start = (dir: string, port?: number): Promise<Server> =>
    startPostgres({ dir, keep: true, say, ...(port && { port }) });
  let server = await start(directory);
  const { url } = server;
  const port = Number(new URL(url).port);
  return {
    url,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    async startAgain(other = directory) {
      // Processes of the one that was killed may still hold on to its memory.
      await eventually(async () => {
        server = await start(other, port);
      }, 30_000);
    },
    copyTo(other) {
      rmSync(other, { recursive: true, force: true });
      cpSync(directory, other, {
        recursive: true,
        filter: (file) => !file.endsWith('server.lock'),
      });
    },
    async standby(other) {
      const data = path.join(other, 'data');
      execFileSync('pg_basebackup', ['-d', url, '-D', data, '-R', '-X', 'stream', '-c', 'fast']);
      return start(other);
    },
    stop: () => server.stop(),
  };
}
