import { cursorKeysFile } from '@gcd/cursors';
import { serviceConfig } from '@gcd/nats';
import { optionalUrl } from '@gcd/process';
import { z } from 'zod';

/**
 * Configuration of the catalogs service. The service signs the cursors in catalogs with the keys of the changes
 * service, because clients use these cursors to read the change feed. If a bucket URL is set, the service reads
 * catalogs from the bucket. Otherwise, it reads them from NATS.
 */
export const catalogsConfig = serviceConfig.extend({
  CURSOR_KEYS_FILE: cursorKeysFile.describe(
    'File with the keys that sign cursors, the same for all instances.',
  ),
  CATALOGS_S3_URL: optionalUrl.describe(
    'URL of an S3-compatible bucket that stores the catalogs instead of NATS.',
  ),
  CATALOGS_REDIRECT_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(604_800)
    .default(0)
    .describe(
      'If not 0, gzip downloads are redirected to a URL of the bucket that is valid for this many seconds.',
    ),
  AWS_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  // The client library of the bucket reads these two variables itself.
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key of the bucket. Without it, the identity of the workload is used.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key of the bucket.'),
});

export type CatalogsConfig = z.infer<typeof catalogsConfig>;
