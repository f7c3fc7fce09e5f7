import pg from 'pg';
// Every baseline responds like the product. Only the statement differs: it reads no column that the response lacks.
import { toCert } from '../../../../apps/certs/dist/cert.view.js';

const INT4_ARRAY = 1007;
pg.types.setTypeParser(INT4_ARRAY, (text) => JSON.parse(`[${text.slice(1, -1)}]`));

const FIND = `
  select c.grader as cert_grader, c.cert, c.grade, c.qualifier, c.qualifier_type, c.grade_label, c.has_auto_grade,
    c.auto_grade_label, to_char(c.retrieved_month, 'YYYY-MM') as retrieved_month,
    c.centering, c.corners, c.edges, c.surface, c.description as own_description,
    encode(card.card_id, 'hex') as card_id, encode(promoted.card_id, 'hex') as universal_card_id,
    card.grader, card.description, coalesce(named.display_name, card.description) as display_name,
    card.set_url, card.spec_id,
    population.grades, population.qualifiers, population.auto_grades, population.auto_qualifiers,
    population.total, population.gem_total
  from certs c
  left join cards card on card.id = c.card
  left join cards promoted on promoted.id = card.universal
  left join set_cards named on named.card = coalesce(card.universal, card.id)
  left join populations population on population.card = card.id
  where c.grader = $1 and c.cert = $2`;

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c plan_cache_mode=force_generic_plan',
  idleTimeoutMillis: 0,
});

/** Looks up a cert with a prepared statement. pg is tuned: generic plans, persistent connections, fast arrays. */
export async function findCert(grader, cert) {
  const { rows } = await pool.query({ name: 'find-cert', text: FIND, values: [grader, cert] });
  return rows[0] ? toCert(rows[0], process.env.SITE_URL, false) : null;
}
