// Baseline (b): Fastify and pg without API keys, limits and caches.
import Fastify from 'fastify';
import { findCert } from './find-cert.mjs';
import { listen } from './listen.mjs';

let requests = 0;

const app = Fastify();
app.get('/v1/certs/:grader/:cert', async ({ params: { grader, cert } }, reply) => {
  const data = await findCert(grader, cert);
  if (!data) return reply.code(404).send({ error: { code: 'cert_not_found' } });
  requests += 1;
  reply.header('content-type', 'application/json; charset=utf-8');
  return `{"data":${JSON.stringify(data)},"meta":{"request_id":"${requests}"}}`;
});
await listen(app);
