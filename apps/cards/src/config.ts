import { serviceConfig } from '@gcd/nats';
import { databaseReadUrl, databaseUrl, siteUrl } from '@gcd/process';
import type { z } from 'zod';

export const cardsConfig = serviceConfig.extend({
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseReadUrl,
  SITE_URL: siteUrl,
});

export type CardsConfig = z.infer<typeof cardsConfig>;
