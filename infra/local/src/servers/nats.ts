import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensure } from './fetch.js';
import { find } from './find.js';
import { ask, launch, type Server, type ServerOptions } from './server.js';

/** Starts NATS with JetStream on the loopback address. */
export async function startNats(options: ServerOptions): Promise<Server> {
  await ensure(['nats-server'], options.log);
  const found = find('nats-server');
  if (!found) throw new Error('NATS has just been removed from this machine');
  const name = randomUUID();
  return launch(options, {
    title: 'NATS',
    found,
    url: (port) => `nats://127.0.0.1:${port}`,
    command: (folder, port) => [
      found.file,
      '-c',
      configIn(folder),
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '-n',
      name,
      '-js',
      '-sd',
      folder,
    ],
    isReady: (_folder, port) =>
      // Check the name of the server, because another server may have taken the port.
      ask(port, 'CONNECT {"verbose":false}\r\nPING\r\n', (received) =>
        ['INFO ', name, '"jetstream":true', 'PONG'].every((part) => received.includes(part)),
      ),
  });
}

/** Writes the settings that have no command-line option. `infra/nats/users.conf` has the same. @returns the file */
function configIn(folder: string): string {
  const file = path.join(folder, 'nats.conf');
  writeFileSync(file, 'max_payload: 8MB\n');
  return file;
}
