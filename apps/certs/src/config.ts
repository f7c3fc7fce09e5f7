import { optionalUrl, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

export const certsConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_READ_URL: optionalUrl,
  SITE_URL: siteUrl,
});

export type CertsConfig = z.infer<typeof certsConfig>;
