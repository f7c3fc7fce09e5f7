import { ensure } from './fetch.js';
import { find } from './find.js';
import { ask, launch, type Server, type ServerOptions } from './server.js';

/**
 * Starts Redis on the loopback address. The state of a permanent server is in an append-only file; a temporary server
 * stores nothing.
 */
export async function startRedis(options: ServerOptions): Promise<Server> {
  await ensure(['redis-server'], options.log);
  const found = find('redis-server');
  if (!found) throw new Error('Redis has just been removed from this machine');
  const persistence = options.keep
    ? ['--appendonly', 'yes', '--appendfsync', 'everysec']
    : ['--appendonly', 'no'];
  return launch(options, {
    title: 'Redis',
    found,
    url: (port) => `redis://127.0.0.1:${port}`,
    command: (folder, port) => {
      const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
      return [found.file, ...place, '--save', '', ...persistence];
    },
    isReady: (folder, port) =>
      // Check the folder of the server, because another server may have taken the port.
      ask(
        port,
        'PING\r\nCONFIG GET dir\r\n',
        (received) => received.includes('+PONG') && received.includes(`\r\n${folder}\r\n`),
      ),
  });
}
