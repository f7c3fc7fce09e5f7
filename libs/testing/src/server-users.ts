import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, launch, type Recipe, type Server } from '@gcd/local';
import { findServer, log, sharedFile, sharedFolder } from './servers.ts';

const INFRA = fileURLToPath(new URL('../../../infra', import.meta.url));

/** Password of all test users. It contains characters that must be escaped in URLs and configuration files. */
export const PASSWORD = `1@'"\\$(x) /%{}#;,:&|`;

/** A NATS server whose users can be changed. */
export interface NatsWithUsers extends Server {
  /** Reloads the users. @param edit changes the contents of `infra/nats/users.conf` */
  change(edit: (users: string) => string): void;
}

/** Starts NATS with the users in `infra/nats/users.conf`, as in a container. */
export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const config = sharedFolder();
  const users = readFileSync(path.join(INFRA, 'nats', 'users.conf'), 'utf8');
  const file = sharedFile(config, 'users.conf', users);
  sharedFile(config, 'nats.conf', 'include "users.conf"\n');
  const variables = users.match(/\w+_PASSWORD(?=$|\n)/g) ?? [];
  const server = await start('nats-server', {
    env: Object.fromEntries(variables.map((name) => [name, PASSWORD])),
    url: (onPort) => `nats://127.0.0.1:${onPort}`,
    args: (folder, onPort) => [
      ...['-c', path.join(config, 'nats.conf'), '-a', '127.0.0.1', '-p', `${onPort}`],
      ...['-js', '-sd', folder],
    ],
    isReady: (onPort) => ask(onPort, '', (received) => received.includes('"auth_required":true')),
  });
  return {
    ...server,
    change(edit) {
      writeFileSync(file, edit(users));
      process.kill(server.pid, 'SIGHUP');
    },
  };
}

/** Starts Redis with the users in `infra/redis/users.acl`. */
export function startRedisWithUsers(): Promise<Server> {
  const config = sharedFolder();
  copyFileSync(path.join(INFRA, 'redis', 'users.acl'), path.join(config, 'users.acl'));
  return start('redis-server', {
    env: {
      GATEWAY_PASSWORD: PASSWORD,
      USERS_FILE: path.join(config, 'users.acl'),
      TMPDIR: sharedFolder(),
    },
    url: (port) => `redis://127.0.0.1:${port}`,
    args: (folder, port) => [
      folder,
      ...['--bind', '127.0.0.1', '--port', `${port}`, '--appendonly', 'no'],
    ],
    isReady: (port) =>
      ask(port, 'AUTH health any\r\nPING\r\n', (received) => received.includes('+PONG')),
  });
}

/** Adds a user and the test password to a URL. */
export function asUser(url: string, user: string): string {
  return url.replace('//', () => `//${user}:${encodeURIComponent(PASSWORD)}@`);
}

interface Start {
  readonly env: NodeJS.ProcessEnv;
  readonly url: Recipe['url'];
  readonly args: (folder: string, port: number) => string[];
  readonly isReady: (port: number) => Promise<boolean>;
}

function start(
  program: Parameters<typeof findServer>[0],
  { env, url, args, isReady }: Start,
): Promise<Server> {
  const found = findServer(program);
  const PATH = `${path.dirname(found.file)}:${process.env.PATH}`;
  // Copy the script to a folder that the servers' account can read.
  const script = path.join(sharedFolder(), 'start.sh');
  copyFileSync(path.join(INFRA, program.replace('-server', ''), 'start.sh'), script);
  return launch(
    { dir: sharedFolder(), keep: false, log },
    {
      title: program,
      found: { ...found, env: { ...found.env, ...env, PATH } },
      url,
      command: (folder, port) => ['sh', script, ...args(folder, port)],
      isReady: (_folder, port) => isReady(port),
    },
  );
}
