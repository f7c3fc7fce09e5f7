import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { ApiError, internalError } from '@gcd/contracts';
import { LOCAL_URL, openApiDocument } from '@gcd/contracts/openapi';
import { matchesEtag, prefersGzip } from '@gcd/http';
import { type Logger } from '@gcd/process';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from './config.js';
import { etagOf, JSON_TYPE, succeed } from './http/envelope.js';
import { noSuchEndpoint, sendError } from './http/error.filter.js';
import { HOST } from './http/request-validation.js';

/** The files that `apps/docs` builds. */
const ROOT = fileURLToPath(new URL('../../docs/dist', import.meta.url));

const KEYS_GUIDE = '/docs/guides/authentication#get-a-key';
const PACKAGES_GUIDE = '/docs/guides/sdks#install';
const DOWNLOADS = 'downloads/';
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

const MAX_RENDERED_BYTES = 8_000_000;
const gzipped = promisify(gzip);

interface RenderedText {
  readonly identity: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

async function render(text: string): Promise<RenderedText> {
  const identity = Buffer.from(text);
  return { identity, compressed: await gzipped(identity), etag: etagOf(identity) };
}

/** Settings of the gateway that appear in the OpenAPI document. */
type OperatorConfig = Pick<GatewayConfig, 'API_PUBLIC_URL' | 'KEY_CONTACT_URL' | 'TERMS_URL'>;

/**
 * Serves the documentation without requiring a key: `/openapi.json` and `/llms.txt` for programs, `/docs` for
 * people, and `/downloads` with the packages of the clients. Browsers get a page instead of an error for other paths outside of `/v1`.
 */
export async function serveDocs(
  http: FastifyInstance,
  config: OperatorConfig,
  log: Logger,
): Promise<void> {
  const { API_PUBLIC_URL, KEY_CONTACT_URL: contactUrl, TERMS_URL: termsUrl } = config;
  const rendered = new LRUCache<string, RenderedText>({
    maxSize: MAX_RENDERED_BYTES,
    sizeCalculation: ({ identity, compressed }) => identity.length + compressed.length,
  });
  /** Sends a text in which the URL at which the client reached this gateway replaces the placeholder. */
  const sendText = async (
    text: string,
    type: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const { protocol, host } = request;
    const url = API_PUBLIC_URL ?? (HOST.test(host) ? `${protocol}://${host}` : LOCAL_URL);
    const key = `${url} ${request.routeOptions.url}`;
    const found = rendered.get(key) ?? (await render(text.replaceAll(LOCAL_URL, url)));
    rendered.set(key, found);
    reply.headers({ 'content-type': type, etag: found.etag });
    if (matchesEtag(found.etag, request.headers['if-none-match'])) return reply.status(304).send();
    if (!prefersGzip(request.headers['accept-encoding'])) return reply.send(found.identity);
    return reply.header('content-encoding', 'gzip').send(found.compressed);
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
    docs.get('/openapi.json', (request, reply) => sendText(document, JSON_TYPE, request, reply));
    docs.get('/', (_request, reply) => reply.redirect('/docs'));
    const packages = JSON.stringify(filesOf(ROOT).filter(isPackage).map(toPackage));
    docs.get('/downloads', async (request, reply) => {
      if (acceptsHtml(request)) return reply.redirect(PACKAGES_GUIDE);
      return succeed({ payload: packages, etag: etagOf(packages) }, request, reply);
    });
    docs.get('/keys', (_request, reply) => reply.redirect(contactUrl ?? KEYS_GUIDE));
    await docs.register(fastifyStatic, {
      root: ROOT,
      serve: false,
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply) => reply.headers(SECURITY_HEADERS),
    });
    docs.get('/*', (request, reply) => {
      if (!acceptsHtml(request)) throw noSuchEndpoint();
      return reply.status(404).sendFile('/404.html');
    });
    for (const file of filesOf(ROOT)) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const type = TYPES[path.extname(file)];
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        type !== undefined && text.includes(LOCAL_URL)
          ? sendText(text, type, request, reply.headers(SECURITY_HEADERS))
          : reply.sendFile(`/${file}`);
      for (const url of urlsOf(file)) {
        docs.route({ method: ['GET', 'HEAD'], url, handler });
      }
    }
  });
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/html') ?? false;

const isPackage = (file: string): boolean => file.startsWith(DOWNLOADS);

function toPackage(file: string) {
  const content = readFileSync(path.join(ROOT, file));
  return {
    name: file.slice(DOWNLOADS.length),
    path: `/${file}`,
    bytes: content.length,
    sha256: hash('sha256', content, 'hex'),
  };
}

/** Lists the files in a directory by their relative paths, without compressed copies. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
}

/** Lists the URLs of a documentation file. All other paths under `/docs` return 404. */
function urlsOf(file: string): string[] {
  if (file === 'index.html') return ['/docs'];
  if (file === '404.html') return [];
  if (file.startsWith('llms') || isPackage(file)) return [`/${file}`];
  return [`/docs/${file.replace(/\.html$/, '')}`];
}
