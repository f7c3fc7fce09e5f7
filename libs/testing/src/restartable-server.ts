import type { Server } from '@gcd/local';
import { eventually } from './eventually.ts';

/** A server that can be killed and restarted with the same port and data. */
export interface RestartableServer {
  readonly url: string;
  readonly pid: number;
  /** Kills the server without a clean shutdown, as in a power failure. */
  kill(): Promise<void>;
  /** Restarts the server with its data. @param directory data directory of another server to use instead */
  startAgain(directory?: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server that can be restarted.
 * @param start starts the server, such as `startPostgres`; without a port, the server must use any free port
 */
export async function startRestartable(
  directory: string,
  start: (dir: string, port?: number) => Promise<Server>,
): Promise<RestartableServer> {
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
      // Retry for a while, because processes of the killed server may still use its shared memory.
      await eventually(async () => {
        server = await start(other, Number(new URL(url).port));
      }, 30_000);
    },
    stop: () => server.stop(),
  };
}

export function isAlive({ pid }: { readonly pid: number }): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
