import { type Admissions, type Quota, remaining } from '@gcd/auth/admission';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiRequest } from '../request.js';
import { CLIENT_CLOSED_REQUEST } from '../slots.js';

/**
 * Adds a hook that runs before a response is sent. If the response is a server error, or the client has
 * disconnected while it waited, the hook refunds the request. Otherwise, the hook sets the quota headers.
 */
export function addQuotaHeadersAndRefund(http: FastifyInstance, admissions: Admissions): void {
  http.addHook('onSend', (request: ApiRequest, reply, _payload, done) => {
    const { charge, admission } = request;
    const quota = admission?.quota;
    if (!quota) return done();
    if (reply.statusCode < CLIENT_CLOSED_REQUEST) {
      setHeaders(reply, quota);
      return done();
    }
    // The hook runs again if sending the response fails.
    delete request.charge;
    if (!charge) return done();
    void admissions.refund(charge, quota).finally(() => done());
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
