import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ApiError } from '@gcd/contracts';
import { openApiDocument } from '@gcd/contracts/openapi';
import type { FastifyError, FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../edge/envelope.js';
import { sendError } from '../edge/http.js';

const PAGE = fileURLToPath(new URL('./docs', import.meta.url));

// Nothing but what we serve ourselves, and no script or style within the page.
const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the reference and the guides: `/openapi.json` and `/llms.txt` for programs, `/docs` for people, all without a key. */
export async function serveDocs(http: FastifyInstance): Promise<void> {
  const document = Buffer.from(JSON.stringify(openApiDocument()));
  http.get('/openapi.json', (_request, reply) =>
    reply.header('content-type', JSON_TYPE).send(document),
  );
  for (const name of ['llms.txt', 'llms-full.txt']) {
    const text = readFileSync(path.join(PAGE, name));
    http.get(`/${name}`, (_request, reply) =>
      reply.header('content-type', 'text/plain; charset=utf-8').send(text),
    );
  }
  await http.register(async (page) => {
    // A condition that does not hold, such as `If-Match`.
    page.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = new ApiError('bad_request', 'The conditions of this request are not met.', {
        details: { type: 'malformed_request' },
        status: error.statusCode ?? 400,
      });
      sendError(refusal, request, reply);
    });
    await page.register(fastifyStatic, {
      root: PAGE,
      prefix: '/docs',
      redirect: true,
      // A route per file: what else is below /docs is as unknown as any other path.
      wildcard: false,
      acceptRanges: false,
      preCompressed: true,
      decorateReply: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
      },
    });
  });
}
