import { port, processConfig } from '@gcd/service';
import { z } from 'zod';

/** What the gateway is told by its environment. */
export const gatewayConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  /** The address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3000),
});

/** The configuration of the gateway. */
export type GatewayConfig = z.infer<typeof gatewayConfig>;
