import { addressList, baseUrl, optionalLink, port, siteUrl, processConfig } from '@gcd/process';
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
export const siteConfig = processConfig.extend({
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  PORT: port.default(3001).describe('Port to listen on; 0 selects any free port.'),
  API_URL: baseUrl.describe('URL of the API to which the site sends requests.'),
  API_PUBLIC_URL: baseUrl
    .optional()
    .describe('Public URL of the API, for links. Defaults to `API_URL`.'),
  SITE_URL: siteUrl.describe(
    'Public URL of the site, for canonical URLs, sitemaps and shared links.',
  ),
  API_KEY_FILE: z.string().min(1).describe("Path of the file with the site's API key."),
  API_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(4000)
    .describe(
      'Timeout in milliseconds for the API requests of a page. If optional data arrives later, the page is sent without it.',
    ),
  VISITOR_PAGES_PER_SECOND: z.coerce
    .number()
    .positive()
    .default(5)
    .describe(
      "Maximum number of pages per second for a visitor's IP address. After a pause, a visitor may request ten seconds' worth of pages at once.",
    ),
  TRUSTED_PROXIES: addressList.describe(
    'Comma-separated IP addresses and networks of proxies whose `X-Forwarded-For` header is trusted.',
  ),
  PAGE_CACHE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(32)
    .describe('Size in megabytes of the page cache.'),
  RESPONSE_CACHE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(32)
    .describe(
      'Size in megabytes of the cache for API responses, which the site revalidates by `ETag`.',
    ),
  RESPONSE_MAX_AGE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(60)
    .describe(
      'Number of seconds that API responses, and the pages built from them, are reused without a request to the API; 0 disables reuse.',
    ),
  IMAGE_ORIGINS: addressList
    .pipe(z.array(imageOrigin))
    .describe(
      'Comma-separated origins of images that cert pages show, such as `https://images.example.com`. Images on other origins are shown as links.',
    ),
  SOLD_LISTINGS_URL: z
    .union([z.literal(''), z.url({ protocol: /^https$/ }).includes('{query}')])
    .default('https://www.ebay.com/sch/i.html?_nkw={query}&LH_Sold=1&LH_Complete=1')
    .describe(
      'URL of a search for sold listings, in which `{query}` is the card; empty for no such links.',
    ),
  SAMPLE_DATA: z
    .enum(['', 'true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether pages show a notice that the numbers are generated.'),
  KEY_CONTACT_URL: optionalLink.describe(
    'Where visitors can request an API key: a web page or a `mailto:` link.',
  ),
  TERMS_URL: optionalLink.describe('URL of the terms of use of the API.'),
  PLANS: plans.describe('Plans on the page about API keys, as a JSON array.'),
});

/** A plan that the page about API keys shows. */
export type Plan = z.infer<typeof plan>;

export type SiteConfig = z.infer<typeof siteConfig>;
