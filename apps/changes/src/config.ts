import { cursorKeysFile } from '@gcd/cursors';
import { serviceConfig } from '@gcd/nats';
import { databaseUrl } from '@gcd/process';
import type { z } from 'zod';

/** Without `DATABASE_READ_URL`: a page of the feed must come from the primary (decision 71). */
export const changesConfig = serviceConfig.extend({
  DATABASE_URL: databaseUrl,
  CURSOR_KEYS_FILE: cursorKeysFile.describe(
    'File with the keys that sign cursors, the same for all instances.',
  ),
});

export type ChangesConfig = z.infer<typeof changesConfig>;
