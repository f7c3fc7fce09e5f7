import { port, processConfig } from '@gcd/service';
import { z } from 'zod';

/** What the gateway is told by its environment. */
export const gatewayConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  /** The address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3000),
  /** Connections at once; more are refused. */
  MAX_CONNECTIONS: z.coerce.number().int().positive().default(10_000),
  /** Addresses and networks of the proxies in front, whose word on the client's address is taken; separated by commas. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || [])),
  /** Files with the certificate and its key: HTTPS instead of HTTP. */
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
});

/** The configuration of the gateway. */
export type GatewayConfig = z.infer<typeof gatewayConfig>;
