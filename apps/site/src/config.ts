import { addressList, port, processConfig } from '@gcd/service';
import { z } from 'zod';

const address = z.url().transform((url) => url.replace(/\/+$/, ''));

/** What the site is told by its environment. It talks to the API as any client does, so it knows no other server. */
export const siteConfig = processConfig.omit({ NATS_URL: true }).extend({
  /** The address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3001),
  /** Where the site calls the API. */
  API_URL: address,
  /** The API as visitors reach it, for links; the same when absent. */
  API_PUBLIC_URL: address.optional(),
  /** File with the key of the site. */
  API_KEY_FILE: z.string().min(1),
  /** How long a page waits for the API, in milliseconds; what has not come by then is left out. */
  API_TIMEOUT_MS: z.coerce.number().int().min(100).default(4000),
  /** Pages per second of one visitor's address; ten times as many at once. */
  VISITOR_PAGES_PER_SECOND: z.coerce.number().positive().default(5),
  /** Addresses and networks of the proxies in front, whose `X-Forwarded-For` is trusted; separated by commas. */
  TRUSTED_PROXIES: addressList,
  /** Memory for answers of the API that are asked for again by their ETag, in megabytes. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(1).default(32),
});

/** The configuration of the site. */
export type SiteConfig = z.infer<typeof siteConfig>;
