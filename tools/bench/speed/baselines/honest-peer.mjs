// Baseline (e): what a user would build instead. One process with Fastify and pg, API keys in a table with a cache,
// rate-limiter-flexible on Redis for the rate and the quota, and the envelope and headers of the product.
import { hash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { findCert, pool } from './find-cert.mjs';
import { listen } from './listen.mjs';

const KEY_TTL_MS = 5000;
const MONTH_SECONDS = 30 * 86_400;
const FIND_ACCOUNT = `
  select account, rate_per_second as rate, base_limit::float8 as quota
  from api_keys
  join accounts on accounts.id = api_keys.account
  join plans on plans.name = accounts.plan
  where api_keys.hash = $1 and disabled_at is null and (expires_at is null or expires_at > now())`;

const redis = createClient({ url: process.env.REDIS_URL });
await redis.connect();
const limiter = (keyPrefix, points, duration) =>
  new RateLimiterRedis({ storeClient: redis, useRedisPackage: true, keyPrefix, points, duration });
const accounts = new LRUCache({ max: 50_000, ttl: KEY_TTL_MS });
const limiters = new Map();

async function accountOf(key) {
  const digest = hash('sha256', key, 'hex');
  const cached = accounts.get(digest);
  if (cached) return cached;
  const { rows } = await pool.query({
    name: 'find-account',
    text: FIND_ACCOUNT,
    values: [Buffer.from(digest, 'hex')],
  });
  if (rows[0]) accounts.set(digest, rows[0]);
  return rows[0] ?? null;
}

/** Consumes a point of a limit. @returns null if none is left */
async function consume(kind, account, points) {
  const name = `bench-peer-${kind}-${points}`;
  const limit = limiters.get(name) ?? limiter(name, points, kind === 'rate' ? 1 : MONTH_SECONDS);
  limiters.set(name, limit);
  try {
    return await limit.consume(account);
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    return null;
  }
}

const app = Fastify({ genReqId: () => randomUUID() });

function fail(request, reply, status, code) {
  return reply.code(status).send({ error: { code }, meta: { request_id: request.id } });
}

app.addHook('onRequest', async (request, reply) => {
  reply.headers({
    'access-control-allow-origin': '*',
    'cache-control': 'private',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  });
  const key = request.headers['x-api-key'];
  const account = typeof key === 'string' ? await accountOf(key) : null;
  if (!account) return fail(request, reply, 401, 'invalid_api_key');
  if (!(await consume('rate', account.account, account.rate)))
    return fail(request, reply, 429, 'rate_limited');
  const quota = await consume('quota', account.account, account.quota);
  if (!quota) return fail(request, reply, 429, 'quota_exceeded');
  const seconds = Math.ceil(quota.msBeforeNext / 1000);
  reply.headers({
    'x-ratelimit-bucket': 'base',
    'x-ratelimit-limit': account.quota,
    'x-ratelimit-remaining': quota.remainingPoints,
    'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + seconds,
    'ratelimit-policy': `"base";q=${account.quota};w=${MONTH_SECONDS}`,
    ratelimit: `"base";r=${quota.remainingPoints};t=${seconds}`,
  });
});

app.get('/v1/certs/:grader/:cert', async (request, reply) => {
  const { grader, cert } = request.params;
  const found = await findCert(grader, cert);
  if (!found) return fail(request, reply, 404, 'cert_not_found');
  const data = JSON.stringify(found);
  const etag = `W/"${hash('sha1', data, 'base64url')}"`;
  reply.header('content-type', 'application/json; charset=utf-8').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return `{"data":${data},"meta":{"request_id":"${request.id}"}}`;
});
await listen(app);
