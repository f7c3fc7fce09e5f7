import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Server, startPostgres } from '@gcd/local';
import { type Mortal, startMortal } from '@gcd/testing/restartable-server.js';

/** A PostgreSQL that is killed, restored and replaced. */
export interface MortalPostgres extends Mortal {
  /** Copies its files to another directory. It must not run. */
  copyTo(directory: string): void;
  /** Makes a standby of it in another directory, and starts that. */
  standby(directory: string): Promise<Server>;
}

/** Starts one. @param directory absolute */
export async function startMortalPostgres(directory: string): Promise<MortalPostgres> {
  const say = (): void => undefined;
  const start = (dir: string, port?: number): Promise<Server> =>
    startPostgres({ dir, keep: true, say, ...(port && { port }) });
  const mortal = await startMortal(directory, start);
  return Object.assign(mortal, {
    copyTo(other: string) {
      rmSync(other, { recursive: true, force: true });
      cpSync(directory, other, {
        recursive: true,
        filter: (file) => !file.endsWith('server.lock'),
      });
    },
    async standby(other: string) {
      const data = path.join(other, 'data');
      execFileSync('pg_basebackup', [
        '-d',
        mortal.url,
        '-D',
        data,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
      ]);
      return start(other);
    },
  });
}
