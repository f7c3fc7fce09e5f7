import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { Refusal } from './refusal.js';

// Any number that nothing else locks: "load" in ASCII.
const WRITER_LOCK = 0x6c6f6164;

/**
 * Does work that changes data, as the only one that does.
 * @param onWait called when another is at it and this one waits; when absent, it is refused instead
 * @throws Refusal when another is at it and there is no `onWait`
 */
export async function asOnlyWriter<Result>(
  database: DataSource,
  onWait: (() => void) | undefined,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const runner = database.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  try {
    await prepareConnection(client);
    await lock(client, onWait);
    return await work(client);
  } finally {
    await runner.release();
  }
}

/** Lifts the limits on time and memory that are meant for readers. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set work_mem = '128MB'; set jit = off;
  `);
  // Work that is killed in the middle of a long statement lets go at once; not every server can do that.
  await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
}

// The lock is let go when the connection ends.
async function lock(client: ClientBase, onWait?: () => void): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [WRITER_LOCK]);
  if (rows[0].locked) return;
  if (!onWait) throw new Refusal('Another load is under way (--no-wait).');
  onWait();
  await client.query('select pg_advisory_lock($1)', [WRITER_LOCK]);
}

/** Runs work in a transaction. */
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
