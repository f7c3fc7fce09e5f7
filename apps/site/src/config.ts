import { addressList, baseUrl, optionalLink, port, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

/** A plan on the page about API keys. The operator provides all of the text. */
const plan = z.object({
  name: z.string().min(1),
  price: z.string().min(1),
  requests: z.string().min(1),
  rate: z.string().min(1),
  includes: z.string().default(''),
});

/** The origin of an HTTPS URL. Anything else is rejected, because the origin becomes part of the security policy. */
const imageOrigin = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .transform((url) => new URL(url).origin);

/** Plans as a JSON array, which is empty by default. */
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

/**
 * Environment variables of the site. The site is an ordinary client of the API, so it connects to no other
 * server.
 */
export const siteConfig = processConfig.omit({ NATS_URL: true }).extend({
  /** IP address to listen on. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3001),
  /** URL of the API to which the site sends requests. */
  API_URL: baseUrl,
  /** Public URL of the API, for links. Defaults to API_URL. */
  API_PUBLIC_URL: baseUrl.optional(),
  /** Public URL of the site, for canonical URLs, sitemaps and shared links. */
  SITE_URL: siteUrl,
  /** Path of the file with the site's API key. */
  API_KEY_FILE: z.string().min(1),
  /**
   * Timeout in milliseconds for the API requests of a page. Optional parts that have not arrived by then are omitted.
   */
  API_TIMEOUT_MS: z.coerce.number().int().min(100).default(4000),
  /**
   * Maximum number of pages per second for a visitor's IP address. In a burst, a visitor may request at once as many
   * pages as this rate allows in ten seconds.
   */
  VISITOR_PAGES_PER_SECOND: z.coerce.number().positive().default(5),
  /** Comma-separated IP addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: addressList,
  /** Size in megabytes of the page cache. */
  PAGE_CACHE_MB: z.coerce.number().int().min(1).default(32),
  /** Size in megabytes of the cache for API responses, which are revalidated by ETag. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(1).default(32),
  /**
   * Seconds for which API responses, and the pages made from them, are reused without sending a request; 0 disables
   * reuse.
   */
  RESPONSE_MAX_AGE_SECONDS: z.coerce.number().min(0).default(60),
  /**
   * Comma-separated origins of images that cert pages show, such as `https://images.example.com`. Images on other
   * origins are shown as links.
   */
  IMAGE_ORIGINS: addressList.pipe(z.array(imageOrigin)),
  /** Whether pages show a notice that the numbers are generated. */
  SAMPLE_DATA: z
    .enum(['', 'true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Where visitors can request an API key: a web page or a `mailto:` link. */
  KEY_CONTACT_URL: optionalLink,
  /** URL of the terms of use of the API. */
  TERMS_URL: optionalLink,
  PLANS: plans,
});

/** A plan as visitors see it. */
export type Plan = z.infer<typeof plan>;

export type SiteConfig = z.infer<typeof siteConfig>;
