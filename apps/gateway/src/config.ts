import { redisAddress } from '@gcd/auth/admission';
import { addressList, port, processConfig } from '@gcd/service';
import { z } from 'zod';

/** Environment variables of the gateway. */
export const gatewayConfig = processConfig
  .extend({
    DATABASE_URL: z.url(),
    /** IP address to listen on. */
    HOST: z.string().default('0.0.0.0'),
    PORT: port.default(3000),
    /** Maximum number of connections; more are refused. */
    MAX_CONNECTIONS: z.coerce.number().int().positive().default(10_000),
    /**
     * Highest limit on requests in flight to services, per class of operation. The actual limit follows
     * latency.
     */
    MAX_IN_FLIGHT: z.coerce.number().int().positive().default(1000),
    /** Comma-separated IP addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
    TRUSTED_PROXIES: addressList,
    /** Files with the certificate and its key. If set, the gateway serves HTTPS instead of HTTP. */
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    REDIS_URL: z.string().superRefine((text, context) => {
      try {
        redisAddress(text);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    }),
    /** How long the gateway keeps serving requests on shutdown while load balancers stop sending them. */
    DRAIN_SECONDS: z.coerce.number().min(0).default(2),
    /** Memory of the response cache in megabytes; 0 disables it. */
    RESPONSE_CACHE_MB: z.coerce.number().int().min(0).default(64),
    /** Event-loop lag above which the gateway refuses new connections and fails its readiness probe. */
    MAX_EVENT_LOOP_LAG_MS: z.coerce.number().int().min(1).default(500),
    /**
     * Memory for responses that clients have not read, in megabytes: once for requests with a key, and once
     * for all others.
     */
    UNREAD_RESPONSES_MB: z.coerce.number().int().min(1).default(64),
    /**
     * Invalid keys per minute from one IP address (IPv6: /64 network). Above this, only keys known to be
     * valid are served; others get 429.
     */
    AUTH_FAILURES_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => !TLS_CERT === !TLS_KEY, {
    path: ['TLS_KEY'],
    message: 'TLS_CERT and TLS_KEY must be set together',
  });

/** Injection token of the gateway's configuration. */
export const GATEWAY_CONFIG = Symbol('GATEWAY_CONFIG');

export type GatewayConfig = z.infer<typeof gatewayConfig>;
