import { acquireWriterLock, OTHER_WRITER, releaseWriterLock } from '@gcd/database';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { CliError } from './cli-error.js';
import { withClient } from './database.js';

/** Description of the option `--no-wait`. */
export const NO_WAIT = `fail if ${OTHER_WRITER} is running, instead of waiting for it`;

/** Message of a command that waits for the writer lock. */
export const WAITING = `waiting for ${OTHER_WRITER}`;

/**
 * Runs `work`, which changes data, while this process holds the writer lock. The lock excludes all other writers.
 * @param onWait called if another process holds the lock; if undefined, the function fails instead of waiting
 * @throws CliError if another process holds the lock and `onWait` is undefined
 */
export function withWriterLock<Result>(
  database: DataSource,
  onWait: (() => void) | undefined,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  return withClient(database, async (client) => {
    try {
      await prepareConnection(client);
      if (!(await acquireWriterLock(client, onWait))) {
        throw new CliError(`--no-wait: ${OTHER_WRITER} is running.`);
      }
      return await work(client);
    } finally {
      await releaseWriterLock(client);
    }
  });
}

/**
 * Removes the timeouts of the connection and raises its memory limit, because the defaults are intended for readers.
 */
export async function prepareConnection(client: ClientBase): Promise<void> {
  // The `tcp` settings make the server notice within a minute that the machine of the client is gone.
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3;
    set work_mem = '128MB'; set jit = off;
  `);
  // Makes the server cancel a long statement soon after the client is killed, on operating systems that support it.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
}

export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
