import { cursorKeysFile, processConfig } from '@gcd/service';
import { z } from 'zod';

/** What the changes service is told by its environment. */
export const changesConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  CURSOR_KEYS_FILE: cursorKeysFile,
});

/** The configuration of the changes service. */
export type ChangesConfig = z.infer<typeof changesConfig>;
