import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, find, launch, type Server } from '@gcd/local';
import getPort from 'get-port';

export const log = (line: string): void => console.error(line);

/** Creates a folder that the servers' account can read and write. */
export function sharedFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gcd-servers-'));
  chmodSync(folder, 0o777);
  return folder;
}

/** Writes a file that the servers' account can read. @returns the path of the file */
export function sharedFile(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Finds a server program. @throws Error if it is neither installed nor downloaded */
export function findServer(name: 'nats-server' | 'redis-server') {
  const found = find(name);
  if (!found) throw new Error(`${name} was not found`);
  return found;
}

export interface ServerStart {
  /** Port of the server; by default, any free port. */
  readonly port?: number;
  readonly args: (folder: string, port: number) => readonly string[];
}

/** Starts NATS with JetStream and additional arguments. */
export function startNatsWith({ port, args }: ServerStart): Promise<Server> {
  const found = findServer('nats-server');
  return launch(
    { dir: sharedFolder(), keep: false, log, ...(port && { port }) },
    {
      title: 'NATS',
      found,
      url: (onPort) => `nats://127.0.0.1:${onPort}`,
      command: (folder, onPort) => {
        const common = ['-a', '127.0.0.1', '-p', `${onPort}`, '-js', '-sd', folder];
        return [found.file, ...common, ...args(folder, onPort)];
      },
      isReady: (_folder, onPort) => ask(onPort, '', (received) => received.startsWith('INFO ')),
    },
  );
}

/**
 * Starts Redis, a replica or a Sentinel with additional arguments.
 * @param secure whether the server accepts only TLS
 */
export function startRedisWith({ port, args }: ServerStart, secure = false): Promise<Server> {
  const found = findServer('redis-server');
  return launch(
    { dir: sharedFolder(), keep: false, log, ...(port && { port }) },
    {
      title: 'Redis',
      found,
      url: (onPort) => `redis://127.0.0.1:${onPort}`,
      command: (folder, onPort) => [found.file, ...args(folder, onPort), '--dir', folder],
      isReady: (_folder, onPort) =>
        secure ? accepts(onPort) : ask(onPort, 'PING\r\n', (received) => received.includes('PONG')),
    },
  );
}

/** Whether something accepts connections at a port. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

export async function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => getPort({ host: '127.0.0.1' })));
}
