import type { ClientBase } from 'pg';
import { deduplicate } from '../deduplicate.js';
import { certs } from '../kinds/certs.js';
import { type Changes, isEmpty, type Merge, merge } from '../merge.js';
import type { Mode } from '../mode.js';
import { unifySpellings } from '../spellings.js';

const UNIQUE_VIOLATION = '23505';

export async function applyCerts(client: ClientBase, mode: Mode): Promise<Changes> {
  await client.query(`
    update staged_certs l set reject_column = 'card_id', reason = case
      when c.grader is null then 'There is no card with this id. Add it to cards.csv, or leave card_id empty.'
      else 'The card is a ' || c.grader || ' card, but the cert is a ' || x.grader || ' cert. Correct grader or card_id.' end
    from staged_certs x left join ${mode.cards} c using (card_id)
    where x.ctid = l.ctid and x.reason is null and x.card_id is not null and c.grader is distinct from x.grader
  `);
  await unifySpellings(client, certs, 'certs');
  const fills = mode.writes && (await isEmpty(client, 'certs'));
  return fills ? fillCerts(client, mode) : mergeCerts(client, mode);
}

async function mergeCerts(client: ClientBase, mode: Mode): Promise<Changes> {
  await deduplicate(client, certs);
  return merge(client, certsFrom(mode), mode);
}

/**
 * Imports certs into an empty table. The primary key detects duplicates, because a separate search for them would take
 * a tenth of the time of a large import.
 */
async function fillCerts(client: ClientBase, mode: Mode): Promise<Changes> {
  await client.query('savepoint before_certs');
  try {
    return await merge(client, certsFrom(mode), mode);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await client.query('rollback to savepoint before_certs');
    return mergeCerts(client, mode);
  }
}

const certsFrom = ({ cards }: Mode): Merge => ({
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
        from staged_certs where reason is null
      ) l left join ${cards} c using (card_id)`,
});
