import { Readable } from 'node:stream';
import type { Health, Logger } from '@gcd/process';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import type { ApiKeyGuard } from '../guards/api-key.guard.js';
import type { ApiRequest } from '../request.js';
import { ForwardedForWarning } from './forwarded-for.js';
import { commonHeaders, PREFLIGHT_HEADERS } from './headers.js';
import { isServed, methodNotAllowed, validateRequest } from './request-validation.js';

export interface HookOptions {
  readonly config: GatewayConfig;
  readonly log: Logger;
  readonly keys: ApiKeyGuard;
  readonly health: Health;
}

/** Adds hooks that set common headers and respond to requests that must not reach a route. */
export function addHooks(http: FastifyInstance, { config, log, keys, health }: HookOptions): void {
  const common = commonHeaders(Boolean(config.TLS_CERT));
  const forwardedFor = new ForwardedForWarning(log);

  http.addHook('onRequest', (request: ApiRequest, reply, done) => {
    reply.headers(common).header('x-request-id', request.id);
    forwardedFor.check(request);
    const invalid = validateRequest(request.raw);
    if (invalid) return done(invalid);
    if (request.method === 'OPTIONS') {
      // `*` does not cover `Authorization`, so return the list of the browser.
      const requested = request.headers['access-control-request-headers'] ?? '*';
      reply.status(204).headers(PREFLIGHT_HEADERS);
      reply.header('access-control-allow-headers', requested).send();
      return;
    }
    if (isServed(request.method)) return done();
    const authenticate = async (): Promise<true> => keys.authenticate(request, reply);
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
