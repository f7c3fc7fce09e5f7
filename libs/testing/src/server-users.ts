import { chmodSync, copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, find, launch, type Recipe, type Server } from '@gcd/local';

const INFRA = fileURLToPath(new URL('../../../infra', import.meta.url));

/** Password of all test users. It contains characters that must be escaped in URLs and configuration files. */
export const PASSWORD = `1@'"\\$(x) /%{}#;,:&|`;

/** A NATS server whose users can be changed. */
export interface NatsWithUsers extends Server {
  /** Reloads the users. @param edit changes the contents of `infra/nats/users.conf` */
  change(edit: (users: string) => string): void;
}

/** Starts NATS with the users in `infra/nats/users.conf`, as in a container. @param port defaults to a free port */
export async function startNatsWithUsers(
  password = PASSWORD,
  port?: number,
): Promise<NatsWithUsers> {
  const config = publicFolder();
  const users = readFileSync(path.join(INFRA, 'nats', 'users.conf'), 'utf8');
  const file = path.join(config, 'users.conf');
  writeFileSync(file, users);
  writeFileSync(path.join(config, 'nats.conf'), 'include "users.conf"\n');
  const variables = users.match(/\w+_PASSWORD(?=$|\n)/g) ?? [];
  const server = await start('nats-server', {
    env: Object.fromEntries(variables.map((name) => [name, password])),
    port,
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
  const config = publicFolder();
  copyFileSync(path.join(INFRA, 'redis', 'users.acl'), path.join(config, 'users.acl'));
  const temporary = publicFolder();
  chmodSync(temporary, 0o777);
  return start('redis-server', {
    env: {
      GATEWAY_PASSWORD: PASSWORD,
      USERS_FILE: path.join(config, 'users.acl'),
      TMPDIR: temporary,
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
  readonly port?: number | undefined;
  readonly url: Recipe['url'];
  readonly args: (folder: string, port: number) => string[];
  readonly isReady: (port: number) => Promise<boolean>;
}

function start(
  program: Parameters<typeof find>[0],
  { env, port: chosen, url, args, isReady }: Start,
): Promise<Server> {
  const found = find(program);
  if (!found) throw new Error(`${program} was not found`);
  const log = (line: string): void => console.error(line);
  const PATH = `${path.dirname(found.file)}:${process.env.PATH}`;
  // Copy the script to a folder that the servers' account can read.
  const script = path.join(publicFolder(), 'start.sh');
  copyFileSync(path.join(INFRA, program.replace('-server', ''), 'start.sh'), script);
  return launch(
    {
      dir: mkdtempSync(path.join(tmpdir(), 'gcd-server-')),
      keep: false,
      log,
      ...(chosen && { port: chosen }),
    },
    {
      title: program,
      found: { ...found, env: { ...found.env, ...env, PATH } },
      url,
      command: (folder, port) => ['sh', script, ...args(folder, port)],
      isReady: (_folder, port) => isReady(port),
    },
  );
}

/** Creates a folder that the servers' account can read. */
function publicFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gcd-config-'));
  chmodSync(folder, 0o755);
  return folder;
}
