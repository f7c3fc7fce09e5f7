// Baseline (a): a bare Fastify server that returns a constant. This baseline measures the cost of HTTP alone.
import Fastify from 'fastify';
import { listen } from './listen.mjs';

const RESPONSE = JSON.stringify({ data: { text: 'x'.repeat(970) }, meta: { request_id: '0' } });

const app = Fastify();
app.get('/v1/certs/:grader/:cert', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(RESPONSE),
);
await listen(app);
