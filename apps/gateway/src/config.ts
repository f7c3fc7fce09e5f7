import { redisAddress } from '@gcd/auth/admission';
import { addressList, port, processConfig } from '@gcd/service';
import { z } from 'zod';

/** What the gateway is told by its environment. */
export const gatewayConfig = processConfig
  .extend({
    DATABASE_URL: z.url(),
    /** The address to listen on. */
    HOST: z.string().default('0.0.0.0'),
    PORT: port.default(3000),
    /** Connections at once; more are refused. */
    MAX_CONNECTIONS: z.coerce.number().int().positive().default(10_000),
    /** Highest limit on requests to services in flight, for each class of operation; the limit follows their latency. */
    MAX_IN_FLIGHT: z.coerce.number().int().positive().default(1000),
    /** Addresses and networks of the proxies in front, whose word on the client's address is taken; separated by commas. */
    TRUSTED_PROXIES: addressList,
    /** Files with the certificate and its key: HTTPS instead of HTTP. */
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    REDIS_URL: z.string().superRefine((text, context) => {
      try {
        redisAddress(text);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    }),
    /** How long one that stops goes on answering, until nobody sends it calls any more. */
    DRAIN_SECONDS: z.coerce.number().min(0).default(2),
    /** Memory of the response cache in megabytes; 0: nothing is cached. */
    RESPONSE_CACHE_MB: z.coerce.number().int().min(0).default(64),
    /** Lag of the event loop over which new connections are refused and the gateway is not ready. */
    MAX_EVENT_LOOP_LAG_MS: z.coerce.number().int().min(1).default(500),
    /** Memory for responses that clients have not read, in megabytes: for requests with a key, and again for others. */
    UNREAD_RESPONSES_MB: z.coerce.number().int().min(1).default(64),
    /** Wrong keys that one address (IPv6: /64 network) may send; then keys that are not known to be valid get 429. */
    AUTH_FAILURES_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => !TLS_CERT === !TLS_KEY, {
    path: ['TLS_KEY'],
    message: 'TLS_CERT and TLS_KEY are given together or not at all',
  });

/** Where a dependency injector finds the configuration. */
export const GATEWAY_CONFIG = Symbol('GATEWAY_CONFIG');

/** The configuration of the gateway. */
export type GatewayConfig = z.infer<typeof gatewayConfig>;
