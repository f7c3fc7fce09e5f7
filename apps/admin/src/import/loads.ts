import type { ClientBase } from 'pg';
import { Refusal } from '../refusal.js';

// Any number that nothing else locks: "load" in ASCII.
const LOAD_LOCK = 0x6c6f6164;

/**
 * Makes this connection the only writer, until it ends.
 * @param onWait called when another load is under way and this one waits for it
 * @throws Refusal when another load is under way and there is no `onWait`
 */
export async function becomeOnlyWriter(client: ClientBase, onWait?: () => void): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOAD_LOCK]);
  if (rows[0].locked) return;
  if (!onWait) throw new Refusal('Another load is under way (--no-wait).');
  onWait();
  await client.query('select pg_advisory_lock($1)', [LOAD_LOCK]);
}

/** Records that a load begins. Being the only writer, it knows that what still counts as running was killed. */
export async function recordStart(client: ClientBase, directory: string): Promise<number> {
  await client.query(`
    update loads set status = 'failed', finished_at = now(), failure = 'was killed' where status = 'running'
  `);
  const { rows } = await client.query('insert into loads (directory) values ($1) returning id', [
    directory,
  ]);
  return rows[0].id;
}

/** Records how a load ended. */
export async function recordEnd(
  client: ClientBase,
  id: number,
  end: { summary?: unknown; failure?: string },
): Promise<void> {
  await client.query(
    `update loads set status = $2, finished_at = clock_timestamp(), summary = $3, failure = $4 where id = $1`,
    [
      id,
      end.failure === undefined ? 'finished' : 'failed',
      end.summary === undefined ? null : JSON.stringify(end.summary),
      end.failure ?? null,
    ],
  );
}
