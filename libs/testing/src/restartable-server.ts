import type { Server } from '@gcd/local';
import { eventually } from './eventually.ts';

/** A server that is killed and comes back. It keeps its port and its data. */
export interface Mortal {
  readonly url: string;
  readonly pid: number;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again on what it has. @param directory of another one, whose place it takes */
  startAgain(directory?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one. @param start as `startPostgres` does, without a port on any free one */
export async function startMortal(
  directory: string,
  start: (dir: string, port?: number) => Promise<Server>,
): Promise<Mortal> {
  let server = await start(directory);
  const { url } = server;
  return {
    url,
    get pid() {
      return server.pid;
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    async startAgain(other = directory) {
      // Processes of the one that was killed may still hold on to its memory.
      await eventually(async () => {
        server = await start(other, Number(new URL(url).port));
      }, 30_000);
    },
    stop: () => server.stop(),
  };
}
