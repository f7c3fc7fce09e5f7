import type { ClientBase } from 'pg';

/**
 * Records the start of an import. The caller holds the writer lock, so no other import is running. An import that is
 * still recorded as running was killed, and is marked as failed.
 */
export async function recordStart(client: ClientBase, directory: string): Promise<number> {
  await client.query(`
    update loads set status = 'failed', finished_at = now(), failure = 'was killed' where status = 'running'
  `);
  const { rows } = await client.query('insert into loads (directory) values ($1) returning id', [
    directory,
  ]);
  return rows[0].id;
}

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
