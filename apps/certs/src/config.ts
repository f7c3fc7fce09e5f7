import { optionalUrl, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

/** What the certs service is told by its environment. */
export const certsConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_READ_URL: optionalUrl,
  SITE_URL: siteUrl,
});

/** The configuration of the certs service. */
export type CertsConfig = z.infer<typeof certsConfig>;
