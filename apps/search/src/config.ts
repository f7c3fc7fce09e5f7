import { optionalUrl, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

/** What the search service is told by its environment. */
export const searchConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_READ_URL: optionalUrl,
  SITE_URL: siteUrl,
});

/** The configuration of the search service. */
export type SearchConfig = z.infer<typeof searchConfig>;
