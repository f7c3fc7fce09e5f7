import { Readable } from 'node:stream';
import { type Health, type Logger, SampledLog } from '@gcd/process';
import type { FastifyInstance } from 'fastify';
import type { ApiKeyGuard } from '../guards/api-key.guard.js';
import type { ApiRequest } from '../request.js';
import { commonHeadersOn, PREFLIGHT_HEADERS } from './headers.js';
import { isServed, methodNotAllowed, validateRequest } from './request-validation.js';

const HOUR_MS = 3_600_000;
const UNTRUSTED_PROXY =
  'X-Forwarded-For is ignored because the proxy is not in TRUSTED_PROXIES: all its clients share one limit on authentication failures';

/** Adds hooks that set common headers and respond to requests that must not reach a route. */
export function addHooks(
  http: FastifyInstance,
  keys: ApiKeyGuard,
  health: Health,
  log: Logger,
): void {
  const untrusted = new SampledLog(HOUR_MS);

  http.addHook('onRequest', (request: ApiRequest, reply, done) => {
    const { headers, raw } = request;
    const address = raw.socket.remoteAddress;
    reply.headers(commonHeadersOn(raw.socket)).header('x-request-id', request.id);
    // If the proxy is trusted, the address of the client has already been read from the header.
    if (headers['x-forwarded-for'] !== undefined && request.ip === address && untrusted.count()) {
      log.warn({ address }, UNTRUSTED_PROXY);
    }
    const invalid = validateRequest(raw);
    if (invalid) return done(invalid);
    if (request.method === 'OPTIONS') {
      // `*` does not cover `Authorization`, so return the list of the browser.
      const requested = headers['access-control-request-headers'] ?? '*';
      reply.status(204).headers(PREFLIGHT_HEADERS);
      reply.header('access-control-allow-headers', requested).send();
      return;
    }
    if (isServed(request.method)) return done();
    const authenticate = async (): Promise<true> => keys.authenticate(request);
    authenticate().then(() => done(methodNotAllowed()), done);
  });

  http.addHook('onSend', (request: ApiRequest, reply, payload, done) => {
    if (health.isStopping) reply.header('connection', 'close');
    if (reply.statusCode !== 304) return done(null, payload);
    // A 304 response must not have a content type or length, because clients would apply them to the cached response.
    reply.removeHeader('content-type').removeHeader('content-encoding');
    // For HEAD, only a stream has no length.
    done(null, request.method === 'HEAD' ? Readable.from([]) : null);
  });
}
