import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ApiError, internalError } from '@gcd/contracts';
import { LOCAL_URL, openApiDocument } from '@gcd/contracts/openapi';
import type { Logger } from '@gcd/service';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { JSON_TYPE } from '../edge/envelope.js';
import { sendError } from '../edge/http.js';
import { HOST } from '../edge/request-validation.js';

const ROOT = fileURLToPath(new URL('./docs', import.meta.url));

const KEYS_GUIDE = '/docs/guides/authentication#get-a-key';
/** Content types of the files that may contain the URL of the API. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

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
  const { API_PUBLIC_URL, KEY_CONTACT_URL: contactUrl, TERMS_URL: termsUrl } = config;
  /** Replaces the placeholder in a text by the URL at which the client reached this gateway. */
  const withUrl = (text: string, { protocol, host }: FastifyRequest): string => {
    const served = HOST.test(host) ? `${protocol}://${host}` : LOCAL_URL;
    return text.replaceAll(LOCAL_URL, API_PUBLIC_URL ?? served);
  };
  const document = JSON.stringify(openApiDocument({ contactUrl, termsUrl }));
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
    docs.get('/openapi.json', (request, reply) =>
      reply.header('content-type', JSON_TYPE).send(withUrl(document, request)),
    );
    docs.get('/keys', (_request, reply) => reply.redirect(contactUrl ?? KEYS_GUIDE));
    await docs.register(fastifyStatic, {
      root: ROOT,
      serve: false,
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply) => reply.headers(SECURITY_HEADERS),
    });
    for (const file of filesOf(ROOT)) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const type = TYPES[path.extname(file)];
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        type !== undefined && text.includes(LOCAL_URL)
          ? reply.headers(SECURITY_HEADERS).type(type).send(withUrl(text, request))
          : reply.sendFile(`/${file}`);
      for (const url of urlsOf(file)) {
        docs.route({ method: ['GET', 'HEAD'], url, handler });
      }
    }
  });
}

/** Lists the files in a directory by their relative paths, without compressed copies. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
}

/** Lists the URLs of a documentation file. All other paths under `/docs` return 404. */
function urlsOf(file: string): string[] {
  if (file === 'index.html') return ['/docs', '/docs/'];
  if (file.startsWith('llms')) return [`/${file}`];
  return [`/docs/${file.replace(/\.html$/, '')}`];
}
