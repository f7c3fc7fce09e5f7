import { registry } from '@gcd/process';
import { DeadlineExceededError, debugTimeoutMs } from '@gcd/process/operation-context';
import pg from 'pg';
import { Gauge } from 'prom-client';
import { DatabaseFailure } from './errors.js';

export const MAX_CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 1800;
// Just-in-time compilation is off, because it takes up to 60 ms, much longer than the statements themselves. PostgreSQL
// overestimates the cost of statements on small or new tables, so every connection would compile some statements.
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c jit=off';
const SERVER_TIMEOUT_MS = Math.max(2000, debugTimeoutMs);
const INT4_ARRAY = 1007;
const DATE = 1082;

/**
 * Parses an array such as `{1,2,3}`. This parser is several times faster than the one of pg, because it supports only
 * one dimension and no nulls.
 */
function parseIntArray(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let index = 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) value = value * 10 + code - 48;
    else if (text.length > 2) {
      numbers.push(value);
      value = 0;
    }
  }
  return numbers;
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT4_ARRAY) return parseIntArray;
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/** Returns the settings for a service's connections. @param name name of the service, as shown in pg_stat_activity */
export function connectionTo(url: string, name: string): pg.PoolConfig {
  return {
    connectionString: withSettings(url),
    application_name: `gcd-${name}`,
    max: MAX_CONNECTIONS,
    // Never close idle connections, because their prepared statements would be lost.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: SERVER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SERVER_TIMEOUT_MS,
    keepAlive: true,
    types,
  };
}

/**
 * Rejects a new connection to a standby, to which the address of the primary may lead during a failover. A primary becomes
 * a standby only by a restart, which breaks its connections.
 */
export function verifyPrimary(
  client: pg.PoolClient,
  done: (error?: Error, client?: pg.PoolClient) => void,
): void {
  client
    .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    .then(
      ({ rows }) => done(rows[0]?.standby ? new Error('the server is a standby') : undefined),
      done,
    );
}

/** The pools of this process, and how many statements wait for a slot of each. */
const pools = new Map<pg.Pool, () => number>();

new Gauge({
  name: 'gcd_db_pool_waiting',
  help: 'Statements waiting for a database connection.',
  registers: [registry],
  collect() {
    let sum = 0;
    for (const [pool, waiting] of pools) sum += waiting() + pool.waitingCount;
    this.set(sum);
  },
});

new Gauge({
  name: 'gcd_db_pool_connections',
  help: 'Database connections, by state: running a statement or idle.',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    const counts = { busy: 0, idle: 0 };
    for (const { totalCount, idleCount } of pools.keys()) {
      counts.busy += totalCount - idleCount;
      counts.idle += idleCount;
    }
    for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
  },
});

/**
 * Creates a pool, whose metrics are exported.
 * @param onIdleError called when an idle connection breaks; the pool then replaces it
 * @param waiting returns how many statements wait for a slot of the pool
 */
export function createPool(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  waiting: () => number = () => 0,
): pg.Pool {
  const pool = new pg.Pool(connection);
  pool.on('error', (error: Error & { client?: unknown }) => {
    // Remove the client from the error, because its connection settings must not be logged.
    delete error.client;
    onIdleError(error);
  });
  // Ignore error events of a single connection. If the connection breaks during a statement, the statement itself
  // reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.set(pool, waiting);
  return pool;
}

const QUERY_CANCELED = '57014';
// Matches SQLSTATE codes for connection errors, too many connections, a server that is starting up or shutting down, and
// a login that is rejected because the password has changed.
const CANNOT_CONNECT = /^(08|28|53|57P)/;
// Matches SQLSTATE codes for a missing database, table, type, function or permission. They occur during a restore.
const BEING_RESTORED = /^(3D000|42P01|42704|42883|42501)$/;

/**
 * Converts an error from `pg`.
 * @returns a {@link DatabaseFailure}; the error itself if its cause is the statement or a deadline
 */
export function toFailure(error: unknown): unknown {
  if (error instanceof DatabaseFailure || error instanceof DeadlineExceededError) return error;
  const { code = '' } = error as { code?: string };
  if (code === QUERY_CANCELED) return new DatabaseFailure('timeout', error);
  // An error that PostgreSQL did not send is a network error.
  const isUnavailable =
    !(error instanceof pg.DatabaseError) || CANNOT_CONNECT.test(code) || BEING_RESTORED.test(code);
  return isUnavailable ? new DatabaseFailure('unavailable', error) : error;
}

/**
 * Adds {@link SETTINGS} to a URL. With these settings, PostgreSQL plans each prepared statement only once: every key
 * lookup has the same plan, and planning costs more than execution.
 */
function withSettings(url: string): string {
  const planned = new URL(url);
  const options = planned.searchParams.get('options') ?? '';
  planned.searchParams.set('options', `${options} ${SETTINGS}`.trim());
  return planned.href;
}
