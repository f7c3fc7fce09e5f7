import { redisAddress } from '@gcd/auth/admission';
import { addressList, baseUrl, checkedBy, optionalLink, port, processConfig } from '@gcd/service';
import { z } from 'zod';

export const gatewayConfig = processConfig
  .extend({
    DATABASE_URL: z.url(),
    HOST: z.string().default('0.0.0.0'),
    PORT: port.default(3000),
    /** Maximum number of connections. Additional connections are closed. */
    MAX_CONNECTIONS: z.coerce.number().int().positive().default(10_000),
    /** Maximum number of lookups in flight to services. Operations that need more CPU time have lower limits. */
    MAX_IN_FLIGHT: z.coerce.number().int().positive().default(64),
    /** Comma-separated IP addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
    TRUSTED_PROXIES: addressList,
    /** Public URL of the API, for the OpenAPI document. */
    API_PUBLIC_URL: baseUrl.optional(),
    /** URL where users can request a key or get help: a web page, or `mailto:` with an address. */
    KEY_CONTACT_URL: optionalLink,
    TERMS_URL: optionalLink,
    /**
     * Paths of the files with the TLS certificate and its key. If both are set, the gateway serves HTTPS
     * instead of HTTP.
     */
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    REDIS_URL: checkedBy(redisAddress),
    /**
     * Number of seconds that the gateway keeps serving requests during shutdown, to give load balancers time to stop
     * sending them.
     */
    DRAIN_SECONDS: z.coerce.number().min(0).default(2),
    /** Size of the response cache in megabytes; 0 disables it. */
    RESPONSE_CACHE_MB: z.coerce.number().int().min(0).default(64),
    /**
     * Share of successful requests that are logged, chosen at random. All errors are logged, except that rejections
     * because of the rate limit or overload are counted in one line per second and reason.
     */
    ACCESS_LOG_SAMPLE_RATIO: z.coerce.number().min(0).max(1).default(1),
    /**
     * Maximum number of invalid keys per minute from one IP address (for IPv6, from one /64 network). Further requests
     * from that address get 429, except with a key that is already known to be valid.
     */
    AUTH_FAILURES_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => !TLS_CERT === !TLS_KEY, {
    path: ['TLS_KEY'],
    message: 'TLS_CERT and TLS_KEY must be set together',
  });

export type GatewayConfig = z.infer<typeof gatewayConfig>;
