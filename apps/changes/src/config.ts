import { readFileSync } from 'node:fs';
import { processConfig } from '@gcd/service';
import { z } from 'zod';
import { CursorKeys } from './cursor.js';

/** What the changes service is told by its environment. */
export const changesConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  /** A file with the keys that cursors are signed with. Replicas share it. */
  CURSOR_KEYS_FILE: z.string().transform((file, context) => {
    try {
      return new CursorKeys(readFileSync(file, 'utf8'));
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  }),
});

/** The configuration of the changes service. */
export type ChangesConfig = z.infer<typeof changesConfig>;
