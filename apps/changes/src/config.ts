import { cursorKeysFile, processConfig } from '@gcd/service';
import { z } from 'zod';

export const changesConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  CURSOR_KEYS_FILE: cursorKeysFile,
});

export type ChangesConfig = z.infer<typeof changesConfig>;
