import { databaseReadUrl, databaseUrl, processConfig, siteUrl } from '@gcd/service';
import type { z } from 'zod';

export const cardsConfig = processConfig.extend({
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseReadUrl,
  SITE_URL: siteUrl,
});

export type CardsConfig = z.infer<typeof cardsConfig>;
