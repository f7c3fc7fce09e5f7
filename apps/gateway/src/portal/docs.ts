import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ApiError, internalError } from '@gcd/contracts';
import { openApiDocument } from '@gcd/contracts/openapi';
import { type Logger, prefersGzip } from '@gcd/service';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { sendError } from '../http/error.filter.js';
import { JSON_TYPE } from '../http/envelope.js';

const ROOT = fileURLToPath(new URL('./docs', import.meta.url));

// The content security policy of the documentation, which allows files from the gateway but no inline scripts or
// styles.
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

/** Settings of the gateway that appear in the OpenAPI document. */
type OperatorConfig = Pick<GatewayConfig, 'API_PUBLIC_URL' | 'KEY_CONTACT_URL' | 'TERMS_URL'>;

/**
 * Serves the documentation without requiring a key: `/openapi.json` and `/llms.txt` for programs, `/docs` for
 * people.
 */
export async function serveDocs(
  http: FastifyInstance,
  config: OperatorConfig,
  log: Logger,
): Promise<void> {
  const operator = {
    baseUrl: config.API_PUBLIC_URL,
    contactUrl: config.KEY_CONTACT_URL,
    termsUrl: config.TERMS_URL,
  };
  const document = Buffer.from(JSON.stringify(openApiDocument(operator)));
  const compressed = await promisify(gzip)(document);
  http.get('/openapi.json', (request, reply) => {
    reply.header('content-type', JSON_TYPE);
    if (!prefersGzip(request.headers['accept-encoding'])) return reply.send(document);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
  await http.register(async (docs) => {
    docs.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
      if (error instanceof ApiError) return sendError(error, request, reply);
      // The client closed the connection.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return request.raw.destroy();
      const { statusCode = 500 } = error;
      if (statusCode >= 500) {
        log.error({ requestId: request.id, err: error }, 'cannot send the documentation');
        return sendError(internalError(error), request, reply);
      }
      // A precondition of the request, such as `If-Match`, failed.
      const invalid = new ApiError('bad_request', 'The conditions of this request are not met.', {
        details: { type: 'malformed_request' },
        status: statusCode,
      });
      sendError(invalid, request, reply);
    });
    await docs.register(fastifyStatic, {
      root: ROOT,
      serve: false,
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply) => reply.headers(SECURITY_HEADERS),
    });
    for (const file of filesOf(ROOT)) {
      for (const url of urlsOf(file)) {
        const handler = (_request: FastifyRequest, reply: FastifyReply) =>
          reply.sendFile(`/${file}`);
        docs.route({ method: ['GET', 'HEAD'], url, handler });
      }
    }
  });
}

/** Lists the files in a directory by their relative paths, without compressed copies. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
}

/** Lists the URLs of a documentation file. All other paths under `/docs` return 404. */
function urlsOf(file: string): string[] {
  if (file === 'index.html') return ['/docs', '/docs/'];
  if (file.startsWith('llms')) return [`/${file}`];
  return [`/docs/${file.replace(/\.html$/, '')}`];
}
