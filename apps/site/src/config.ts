import { addressList, port, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

const address = z.url().transform((url) => url.replace(/\/+$/, ''));

/** A link that the operator may leave out; an empty one counts as none. */
const optionalLink = z
  .union([z.literal(''), z.url({ protocol: /^(https?|mailto)$/ })])
  .optional()
  .transform((link) => link || undefined);

/** A plan as the page about API keys shows it. All texts are the operator's. */
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

/** What the site is told by its environment. It talks to the API as any client does, so it knows no other server. */
export const siteConfig = processConfig.omit({ NATS_URL: true }).extend({
  /** The address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3001),
  /** Where the site calls the API. */
  API_URL: address,
  /** The API as visitors reach it, for links; the same when absent. */
  API_PUBLIC_URL: address.optional(),
  /** The site as visitors reach it, for canonical URLs, sitemaps and shared links. */
  SITE_URL: siteUrl,
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
  /** How long a response of the API is used again without a request; 0: not at all. */
  RESPONSE_MAX_AGE_SECONDS: z.coerce.number().min(0).default(60),
  /** Whether pages say that the figures are generated. */
  SAMPLE_DATA: z
    .enum(['', 'true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Where visitors ask for an API key: a web page or a `mailto:` link. */
  KEY_CONTACT_URL: optionalLink,
  /** The terms of using the API. */
  TERMS_URL: optionalLink,
  /** The plans that keys are sold or given on. */
  PLANS: plans,
});

/** A plan as visitors see it. */
export type Plan = z.infer<typeof plan>;

/** The configuration of the site. */
export type SiteConfig = z.infer<typeof siteConfig>;
