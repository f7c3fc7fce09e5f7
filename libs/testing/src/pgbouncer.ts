import { launch, type Server } from '@gcd/local';
import { ROLES } from '@gcd/database/roles';
import { accepts, sharedFile, sharedFolder } from './servers.ts';

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL server. The roles of all apps can log in without a
 * password.
 * @param settings lines to add to the configuration of PgBouncer
 */
export function startPgBouncer(
  postgresUrl: string,
  settings: readonly string[] = [],
): Promise<Server> {
  const { hostname, port: postgresPort } = new URL(postgresUrl);
  const folder = sharedFolder();
  const users = Object.values(ROLES).map((role) => `"${role}" ""\n`);
  const userFile = sharedFile(folder, 'users.txt', users.join(''));
  const configuration = (port: number): string =>
    [
      '[databases]',
      `* = host=${hostname} port=${postgresPort || 5432}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${userFile}`,
      'pool_mode = transaction',
      'max_client_conn = 1000',
      'max_prepared_statements = 200',
      // The default of 15 s would delay the recovery after a restart of PostgreSQL too much.
      'server_login_retry = 1',
      'ignore_startup_parameters = options,statement_timeout',
      ...settings,
      '',
    ].join('\n');
  return launch(
    { dir: sharedFolder(), keep: false, log: (line) => console.error(line) },
    {
      title: 'PgBouncer',
      found: { file: 'pgbouncer', env: {} },
      url: (port) => `postgres://127.0.0.1:${port}`,
      command: (_folder, port) => [
        'pgbouncer',
        sharedFile(folder, `${port}.ini`, configuration(port)),
      ],
      isReady: (_folder, port) => accepts(port),
    },
  );
}
