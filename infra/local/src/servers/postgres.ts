import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ensure } from './fetch.js';
import { find, majorVersion } from './find.js';
import { launch, type Server, type ServerOptions } from './server.js';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Settings for a permanent server that has these libraries, so that `admin sql` shows which statements are slow. */
const STATISTICS_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'auto_explain.log_min_duration': '1s',
  'auto_explain.log_parameter_max_length': '0',
};

/**
 * Settings for a temporary server. The server never has to recover, so it does not flush to disk. Its shared memory is
 * in its own folder.
 */
const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  dynamic_shared_memory_type: 'mmap',
};

// Shell script that starts PostgreSQL. The data folder gets its final name only when it is complete, so that an
// incomplete folder is never used. The script removes a postmaster.pid file with the process id of another program,
// because this file would prevent PostgreSQL from starting.
const START = `
bin=$1 data=$2 ctype=$3 sync=$4; shift 4
if ! test -d "$data"; then
  rm -rf "$data.new"
  "$bin/initdb" -D "$data.new" -U postgres -A trust -E UTF8 --locale=C --lc-ctype="$ctype" $sync || exit
  mv "$data.new" "$data"
fi
if pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null); then
  case $(cat "/proc/$pid/comm" 2>/dev/null || ps -o comm= -p "$pid" 2>/dev/null) in
    *postgres*) ;;
    *) rm -f "$data/postmaster.pid" ;;
  esac
fi
exec "$bin/postgres" -D "$data" "$@"
`;

/** Starts PostgreSQL on the loopback address. Any local user may connect as its superuser. */
export async function startPostgres(options: ServerOptions): Promise<Server> {
  await ensure(['postgres'], options.log);
  const found = find('postgres');
  if (!found) throw new Error('PostgreSQL has just been removed from this machine');
  const settings = {
    ...SETTINGS,
    ...(options.keep ? hasStatistics(found.file) && STATISTICS_SETTINGS : THROW_AWAY_SETTINGS),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // This locale setting makes lower() and pg_trgm treat non-ASCII letters as letters. Text is still sorted by code
  // point.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const url = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  return launch(options, {
    title: 'PostgreSQL',
    found,
    url,
    command: (folder, port) => {
      rejectOtherVersion(data(folder), majorVersion(found));
      const start = ['-c', START, 'sh', path.dirname(found.file), data(folder), ctype];
      return ['sh', ...start, options.keep ? '' : '--no-sync', '-p', String(port), ...flags];
    },
    isReady: async (folder, port) => (await dataDirectory(url(port))) === data(folder),
  });
}

/** Whether the libraries for statistics are next to a program of PostgreSQL. */
function hasStatistics(program: string): boolean {
  const bin = path.dirname(realpathSync(program));
  return ['../lib', '../lib/postgresql'].some((folder) =>
    ['pg_stat_statements', 'auto_explain'].every((name) =>
      ['so', 'dylib'].some((end) => existsSync(path.join(bin, folder, `${name}.${end}`))),
    ),
  );
}

const data = (folder: string) => path.join(folder, 'data');

function rejectOtherVersion(folder: string, version: number | undefined): void {
  const file = path.join(folder, 'PG_VERSION');
  const made = existsSync(file) ? Number(readFileSync(file, 'utf8')) : version;
  if (made === version) return;
  throw new Error(
    `${folder} was created by PostgreSQL ${made}, but this machine has ${version}: ` +
      `install PostgreSQL ${made}, or remove that folder to start over`,
  );
}

/** Returns the data folder of the server at a URL, so that the caller can detect another server on the same port. */
async function dataDirectory(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    ssl: false,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}
