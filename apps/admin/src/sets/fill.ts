import type { DataSource } from 'typeorm';
import type { Progress } from '../progress.js';
import { trackAffected, markAffected } from '../affected.js';
import { inTransaction, withWriterLock } from '../writer.js';
import { fillGains } from './gains.js';
import { refreshSets } from './refresh.js';

const EMPTY = `
  select exists (select from cards) and (
    not exists (select from set_cards where display_name is not null) or not exists (select from activity_totals)
  ) as empty`;

/** Computes sets, movers and activity if there are cards but no names of sets or no totals, which is the case after a migration that adds them. */
export async function fillEmptySets(
  database: DataSource,
  progress: Progress,
  onWait: () => void,
): Promise<void> {
  const [{ empty }] = await database.query(EMPTY);
  if (!empty) return;
  await withWriterLock(database, onWait, async (client) => {
    const { rows } = await client.query(EMPTY);
    if (!rows[0].empty) return;
    await inTransaction(client, async () => {
      await trackAffected(client);
      await markAffected(client, 'details', 'select id from cards');
      await client.query('delete from recent_gains');
      await fillGains(client);
      await refreshSets(client, progress);
      // The new data version invalidates responses that were cached before sets existed.
      await client.query(
        'update dataset set version = version + 1, certs = (select count(*) from certs)',
      );
    });
    await client.query('analyze sets, set_cards, recent_gains, movers, activity_leaders');
  });
}
