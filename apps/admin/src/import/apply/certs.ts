import type { ClientBase } from 'pg';
import { certs } from '../kinds/certs.js';
import { type Changes, isEmpty, type Merge, merge } from '../merge.js';
import { settleRepeats } from '../repeats.js';

const UNIQUE_VIOLATION = '23505';

/** Loads the staged certs. */
export async function applyCerts(client: ClientBase): Promise<Changes> {
  await client.query(`
    update load_certs l set reject_column = 'card_id',
      reason = coalesce('the card is one of ' || c.grader, 'no card has this id')
    from load_certs x left join cards c using (card_id)
    where x.ctid = l.ctid and x.reason is null and x.card_id is not null and c.grader is distinct from x.grader
  `);
  return (await isEmpty(client, 'certs')) ? fillCerts(client) : mergeCerts(client);
}

async function mergeCerts(client: ClientBase): Promise<Changes> {
  await settleRepeats(client, certs);
  return merge(client, CERTS);
}

/** The key of an empty table finds repeats by itself. Looking for them first would take a tenth of a great load's time. */
async function fillCerts(client: ClientBase): Promise<Changes> {
  await client.query('savepoint without_repeats');
  try {
    return await merge(client, CERTS);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await client.query('rollback to savepoint without_repeats');
    return mergeCerts(client);
  }
}

const CERTS: Merge = {
  table: 'certs',
  key: ['grader', 'cert'],
  values: [
    'card',
    'grade',
    'qualifier',
    'qualifier_type',
    'has_auto_grade',
    'retrieved_month',
    'centering',
    'corners',
    'edges',
    'surface',
    'grade_label',
    'auto_grade_label',
    'description',
  ],
  source: `
      select l.*, c.id as card from (
        select grader, cert, card_id, grade, qualifier, qualifier_type, has_auto_grade, retrieved_month,
          centering, corners, edges, surface, grade_label, auto_grade_label, description
        from load_certs where reason is null
      ) l left join cards c using (card_id)`,
};
