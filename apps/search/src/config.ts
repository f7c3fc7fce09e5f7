import { optionalUrl, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

export const searchConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_READ_URL: optionalUrl,
  SITE_URL: siteUrl,
});

export type SearchConfig = z.infer<typeof searchConfig>;
