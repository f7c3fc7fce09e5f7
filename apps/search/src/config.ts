import { serviceConfig } from '@gcd/nats';
import { databaseReadUrl, databaseUrl, siteUrl } from '@gcd/process';
import { z } from 'zod';

export const searchConfig = serviceConfig.extend({
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseReadUrl,
  SITE_URL: siteUrl,
  SEARCH_URL: z
    .string()
    .optional()
    .describe(
      'OpenSearch, as `https://user:password@host:9200`. Several nodes are separated by commas. Without it, cards are searched in PostgreSQL.',
    ),
});

export type SearchConfig = z.infer<typeof searchConfig>;
