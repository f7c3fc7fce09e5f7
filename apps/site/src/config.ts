import { addressList, port, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

const address = z.url().transform((url) => url.replace(/\/+$/, ''));

/** An optional link; an empty string counts as unset. */
const optionalLink = z
  .union([z.literal(''), z.url({ protocol: /^(https?|mailto)$/ })])
  .optional()
  .transform((link) => link || undefined);

/** A plan on the page about API keys. The operator writes all texts. */
const plan = z.object({
  name: z.string().min(1),
  price: z.string().min(1),
  requests: z.string().min(1),
  rate: z.string().min(1),
  includes: z.string().default(''),
});

/** Plans as a JSON array; empty by default. */
const plans = z
  .string()
  .default('')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text || '[]');
    } catch {
      context.addIssue('must be a JSON array');
      return z.NEVER;
    }
  })
  .pipe(z.array(plan));

/** Environment variables of the site. It is an ordinary client of the API, so it needs no other server. */
export const siteConfig = processConfig.omit({ NATS_URL: true }).extend({
  /** IP address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3001),
  /** URL of the API for requests of the site. */
  API_URL: address,
  /** Public URL of the API, for links; defaults to API_URL. */
  API_PUBLIC_URL: address.optional(),
  /** Public URL of the site, for canonical URLs, sitemaps and shared links. */
  SITE_URL: siteUrl,
  /** File with the key of the site. */
  API_KEY_FILE: z.string().min(1),
  /** Timeout of a page's requests to the API, in milliseconds. Missing parts are left out. */
  API_TIMEOUT_MS: z.coerce.number().int().min(100).default(4000),
  /** Pages per second for one visitor's IP address, with a burst of ten times as many. */
  VISITOR_PAGES_PER_SECOND: z.coerce.number().positive().default(5),
  /** Comma-separated IP addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: addressList,
  /** Memory of the cache of API responses that are revalidated by ETag, in megabytes. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(1).default(32),
  /** Time for which an API response is reused without a request; 0 disables it. */
  RESPONSE_MAX_AGE_SECONDS: z.coerce.number().min(0).default(60),
  /** Whether pages say that the numbers are generated. */
  SAMPLE_DATA: z
    .enum(['', 'true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Where visitors request an API key: a web page or a `mailto:` link. */
  KEY_CONTACT_URL: optionalLink,
  /** The terms of using the API. */
  TERMS_URL: optionalLink,
  /** The offered plans. */
  PLANS: plans,
});

/** A plan as visitors see it. */
export type Plan = z.infer<typeof plan>;

export type SiteConfig = z.infer<typeof siteConfig>;
