import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';

// Advisory lock numbers: "load" and "ctlg" in ASCII.
const WRITER_LOCK = 0x6c6f6164;
const CATALOG_LOCK = 0x63746c67;

/** Describes the holders of the writer lock, for help texts and messages. */
export const OTHER_WRITER =
  'another command that writes cards (import, match, migrate, prune or search rebuild)';

/**
 * Maximum wait for a table lock. It is short, because readers queue behind a statement that waits for an exclusive
 * lock.
 */
const LOCK_TIMEOUT = '200ms';
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/**
 * Acquires the advisory lock that every process holds while it changes data or the schema.
 * @param onWait called if another process holds the lock; if undefined, the function does not wait
 * @returns whether the lock was acquired
 */
export function acquireWriterLock(client: ClientBase, onWait?: () => void): Promise<boolean> {
  return acquire(client, WRITER_LOCK, onWait);
}

/**
 * Acquires the advisory lock for catalog builds, which is held until the connection ends.
 * @param onWait called if another build holds the lock
 */
export async function acquireCatalogLock(client: ClientBase, onWait: () => void): Promise<void> {
  await acquire(client, CATALOG_LOCK, onWait);
}

async function acquire(client: ClientBase, lock: number, onWait?: () => void): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lock]);
  if (rows[0].locked) return true;
  if (!onWait) return false;
  onWait();
  await client.query('select pg_advisory_lock($1)', [lock]);
  return true;
}

/** Returns whether any process holds the writer lock. */
export async function isWriterLocked(database: DataSource): Promise<boolean> {
  const locks = await database.query(
    `select from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [WRITER_LOCK],
  );
  return locks.length > 0;
}

/**
 * Releases the lock that {@link acquireWriterLock} acquired. If the connection is lost, the server has already released
 * the lock.
 */
export async function releaseWriterLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [WRITER_LOCK]).catch(() => undefined);
}

/**
 * Runs work that needs exclusive table locks, and retries it if it cannot acquire them within the lock timeout. All
 * locks are released between attempts, so that readers can proceed.
 * @param work must release its locks if it fails
 * @param onRetry called after each failed attempt, with the number of attempts so far
 */
export async function withLockTimeout<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  onRetry: (attempts: number) => Promise<void> | void,
): Promise<Result> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK_DETECTED) throw error;
        await onRetry(attempts);
      }
      await pause(
        Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS) * (0.5 + Math.random() / 2),
      );
    }
  } finally {
    // If the transaction has failed, this statement fails too, but the rollback then resets the lock timeout.
    await client.query('set lock_timeout = 0').catch(() => undefined);
  }
}
