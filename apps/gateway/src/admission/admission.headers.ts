import { type Admissions, type Quota, remaining } from '@gcd/auth/admission';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuthenticatedRequest } from '../auth/api-key.guard.js';

/**
 * Adds a hook that runs before a response is sent. If the response is a server error, the hook refunds the request.
 * Otherwise, the hook sets the quota headers.
 */
export function addQuotaHeadersAndRefund(http: FastifyInstance, admissions: Admissions): void {
  http.addHook('onSend', (request: AuthenticatedRequest, reply, _payload, done) => {
    const { charge, quota } = request;
    if (quota && charge && reply.statusCode >= 500) {
      delete request.charge;
      void admissions.refund(charge, quota).finally(() => done());
      return;
    }
    if (quota && reply.statusCode < 500) setHeaders(reply, quota);
    done();
  });
}

/** Sets the API's own quota headers, and the `RateLimit` headers of the IETF draft. */
function setHeaders(reply: FastifyReply, quota: Quota): void {
  const { bucket, limit, periodStart, periodEnd, now } = quota;
  const left = remaining(quota);
  reply.header('x-ratelimit-bucket', bucket);
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', left);
  reply.header('x-ratelimit-reset', periodEnd);
  reply.header('ratelimit-policy', `"${bucket}";q=${limit};w=${periodEnd - periodStart}`);
  reply.header('ratelimit', `"${bucket}";r=${left};t=${Math.max(0, periodEnd - now)}`);
}
