import { addressList, baseUrl, optionalLink, port, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

/** A plan on the page about API keys. All text comes from the operator. */
const plan = z.object({
  name: z.string().min(1),
  price: z.string().min(1),
  requests: z.string().min(1),
  rate: z.string().min(1),
  includes: z.string().default(''),
});

/**
 * The origin of an HTTPS URL. Other values are rejected, because the origin becomes part of the content security
 * policy.
 */
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

/** Environment variables of the site. The site depends only on the API, so it has no settings for other servers. */
export const siteConfig = processConfig.omit({ NATS_URL: true }).extend({
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3001),
  /** URL of the API to which the site sends requests. */
  API_URL: baseUrl,
  /** Public URL of the API, for links. Defaults to `API_URL`. */
  API_PUBLIC_URL: baseUrl.optional(),
  /** Public URL of the site, for canonical URLs, sitemaps and shared links. */
  SITE_URL: siteUrl,
  /** Path of the file with the site's API key. */
  API_KEY_FILE: z.string().min(1),
  /**
   * Timeout in milliseconds for the API requests of a page. If optional data arrives later, the page is sent without
   * it.
   */
  API_TIMEOUT_MS: z.coerce.number().int().min(100).default(4000),
  /**
   * Maximum number of pages per second for a visitor's IP address. After a pause, a visitor may request ten seconds'
   * worth of pages at once.
   */
  VISITOR_PAGES_PER_SECOND: z.coerce.number().positive().default(5),
  /** Comma-separated IP addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  TRUSTED_PROXIES: addressList,
  /** Size in megabytes of the page cache. */
  PAGE_CACHE_MB: z.coerce.number().int().min(1).default(32),
  /** Size in megabytes of the cache for API responses, which the site revalidates by `ETag`. */
  RESPONSE_CACHE_MB: z.coerce.number().int().min(1).default(32),
  /**
   * Number of seconds that API responses, and the pages built from them, are reused without a request to the API; 0
   * disables reuse.
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

/** A plan that the page about API keys shows. */
export type Plan = z.infer<typeof plan>;

export type SiteConfig = z.infer<typeof siteConfig>;
