import { optionalUrl, processConfig, siteUrl } from '@gcd/service';
import { z } from 'zod';

/** What the cards service is told by its environment. */
export const cardsConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_READ_URL: optionalUrl,
  SITE_URL: siteUrl,
});

/** The configuration of the cards service. */
export type CardsConfig = z.infer<typeof cardsConfig>;
