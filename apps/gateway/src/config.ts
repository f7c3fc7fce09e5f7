import { redisAddress } from '@gcd/auth/admission';
import { serviceConfig } from '@gcd/nats';
import { addressList, baseUrl, checkedBy, databaseUrl, optionalLink, port } from '@gcd/process';
import { z } from 'zod';

const wholeNumber = (min: number) => z.coerce.number().int().min(min);

export const gatewayConfig = serviceConfig
  .extend({
    DATABASE_URL: databaseUrl,
    HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
    PORT: port.default(3000).describe('Port to listen on; 0 selects any free port.'),
    MAX_CONNECTIONS: wholeNumber(1)
      .default(10_000)
      .describe('Maximum number of connections. Additional connections are closed.'),
    MAX_IN_FLIGHT: wholeNumber(1)
      .default(64)
      .describe(
        'Maximum number of lookups in flight to services. Operations that need more CPU time have lower limits.',
      ),
    TRUSTED_PROXIES: addressList.describe(
      'Comma-separated IP addresses and networks of proxies whose `X-Forwarded-For` header is trusted.',
    ),
    API_PUBLIC_URL: baseUrl.optional().describe('Public URL of the API, for the OpenAPI document.'),
    KEY_CONTACT_URL: optionalLink.describe(
      'URL where users can request a key or get help: a web page, or `mailto:` with an address.',
    ),
    TERMS_URL: optionalLink.describe('URL of the terms of use of the API.'),
    TLS_CERT: z
      .string()
      .optional()
      .describe(
        'Path of the file with the TLS certificate. If it and its key are set, the gateway serves HTTPS instead of HTTP.',
      ),
    TLS_KEY: z
      .string()
      .optional()
      .describe('Path of the file with the key of the TLS certificate.'),
    REDIS_URL: checkedBy(redisAddress).describe(
      '`redis://user:password@host:6379`, or `redis-sentinel://user:password@host:26379,host:26379/NAME`; `rediss:` and `rediss-sentinel:` for TLS.',
    ),
    DRAIN_SECONDS: z.coerce
      .number()
      .min(0)
      .default(2)
      .describe(
        'Number of seconds that the gateway keeps serving requests during shutdown, to give load balancers time to stop sending them.',
      ),
    RESPONSE_CACHE_MB: wholeNumber(0)
      .default(64)
      .describe('Size of the response cache in megabytes; 0 disables it.'),
    ACCESS_LOG_SAMPLE_RATIO: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe(
        'Share of successful requests that are logged, chosen at random. All errors are logged, except that rejections because of the rate limit or overload are counted in one line per second and reason.',
      ),
    AUTH_FAILURES_PER_MINUTE: wholeNumber(1)
      .default(20)
      .describe(
        'Maximum number of invalid keys per minute from one IP address (for IPv6, from one /64 network). Further requests from that address get 429, except with a key that is already known to be valid.',
      ),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => !TLS_CERT === !TLS_KEY, {
    path: ['TLS_KEY'],
    message: 'TLS_CERT and TLS_KEY must be set together',
  });

export type GatewayConfig = z.infer<typeof gatewayConfig>;
