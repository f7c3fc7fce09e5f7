// Baseline (b): a single process with Fastify and pg that looks up a cert with a prepared statement, without API keys
// or rate limits. pg is tuned: it uses generic plans, persistent connections, and JSON.parse for arrays. If CACHE_MB is
// set, an LRU cache of this size stores responses.
import Fastify from 'fastify';
import pg from 'pg';
import { certResponse, type CertRecord } from './cert-response.js';
import { LruCache } from './lru.js';
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
const cache = new LruCache(Number(process.env.CACHE_MB ?? 0) * 1_000_000);
let requests = 0;

const app = Fastify();
app.get<{ Params: { grader: string; cert: string } }>(
  '/v1/certs/:grader/:cert',
  async ({ params: { grader, cert } }, reply) => {
    const key = `${grader} ${cert}`;
    let data = cache.get(key);
    if (data === undefined) {
      const { rows } = await pool.query<CertRecord>({
        name: 'find-cert',
        text: FIND,
        values: [grader, cert],
      });
      if (!rows[0]) return reply.code(404).send({ error: { code: 'cert_not_found' } });
      data = JSON.stringify(certResponse(rows[0]));
      cache.set(key, data);
    }
    requests += 1;
    reply.header('content-type', 'application/json; charset=utf-8');
    return `{"data":${data},"meta":{"request_id":"${requests}"}}`;
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
ready(app.server);
