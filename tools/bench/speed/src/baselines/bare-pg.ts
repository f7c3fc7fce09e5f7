// Baseline (b): one process with Fastify and pg that looks up a cert by a prepared statement, without keys,
// limits or a second process. pg is tuned: it uses generic plans and persistent connections, and JSON.parse
// for arrays.
import Fastify from 'fastify';
import pg from 'pg';
import { answerOf, type CertRecord } from './answer.js';
import { ready } from './ready.js';

const INT4_ARRAY = 1007;
pg.types.setTypeParser(INT4_ARRAY as number, (text) => JSON.parse(`[${text.slice(1, -1)}]`));

const FIND = `
  select c.grader, c.cert, c.grade, c.qualifier, c.qualifier_type, c.grade_label, c.has_auto_grade, c.auto_grade_label,
    to_char(c.retrieved_month, 'YYYY-MM') as retrieved_month, c.centering, c.corners, c.edges, c.surface,
    c.description as own_description, encode(card.card_id, 'hex') as card_id,
    encode(promoted.card_id, 'hex') as universal_card_id, card.description, card.set_url, card.spec_id,
    population.grades, population.qualifiers, population.auto_grades, population.auto_qualifiers,
    population.total, population.gem_total
  from certs c
  left join cards card on card.id = c.card
  left join cards promoted on promoted.id = card.universal
  left join populations population on population.card = card.id
  where c.grader = $1 and c.cert = $2`;

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c plan_cache_mode=force_generic_plan',
  idleTimeoutMillis: 0,
});
let calls = 0;

const app = Fastify();
app.get<{ Params: { grader: string; cert: string } }>(
  '/v1/certs/:grader/:cert',
  async ({ params }, reply) => {
    const { rows } = await pool.query<CertRecord>({
      name: 'find-cert',
      text: FIND,
      values: [params.grader, params.cert],
    });
    calls += 1;
    if (!rows[0]) return reply.code(404).send({ error: { code: 'cert_not_found' } });
    return { data: answerOf(rows[0]), meta: { request_id: String(calls) } };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server);
