import type { ClientBase } from 'pg';
import { keyOf } from './spellings.js';
import { fillTemporaryTable } from '../temporary-tables.js';

/**
 * Determines whether rows are imported or only checked, and which tables or views contain the cards and certs as they
 * will be after the import.
 */
export interface Mode {
  /** False for a check, which counts the changes and writes only to temporary tables. */
  readonly writes: boolean;
  /** Table or view of the cards, with the columns `id`, `card_id`, `grader`, `spec_id` and `grader_id2`. */
  readonly cards: string;
  /** Table or view of the certs, with the columns `grader` and `cert`. */
  readonly certs: string;
}

/**
 * The mode of an import. An import writes rows before it checks references to them, so its checks read the tables
 * themselves.
 */
export const IMPORTING: Mode = { writes: true, cards: 'cards', certs: 'certs' };

/**
 * The mode of a check, which does not write to permanent tables. Temporary views combine stored rows with accepted
 * rows. New cards have negative ids.
 */
export const CHECKING: Mode = { writes: false, cards: 'cards_after', certs: 'certs_after' };

/**
 * Creates the views that {@link CHECKING} names. Must be called once the accepted rows of `cards.csv` are known.
 * @param withCerts whether any file refers to certs
 */
export async function createPreview(client: ClientBase, withCerts: boolean): Promise<void> {
  await fillTemporaryTable(
    client,
    'accepted_cards',
    `
    select coalesce(c.id, -row_number() over ()::integer) as id, l.card_id, l.grader, l.spec_id, l.grader_id2
    from staged_cards l left join cards c using (card_id) where l.reason is null
  `,
  );
  await client.query('create index on accepted_cards (card_id)');
  await client.query('create index on accepted_cards (grader, spec_id)');
  await client.query(`
    create temp view cards_after as
    select id, card_id, grader, spec_id, grader_id2 from accepted_cards
    union all
    select id, card_id, grader, spec_id, grader_id2 from cards c
    where not exists (select from accepted_cards a where a.card_id = c.card_id)
  `);
  if (!withCerts) return;
  await client.query('create index on staged_certs (grader, cert)');
  await client.query(`create index on staged_certs (grader, (${keyOf('staged_certs')}))`);
  await client.query(`
    create temp view certs_after as
    select grader, cert from staged_certs where reason is null union all select grader, cert from certs
  `);
}
