import { cursorKeysFile, processConfig } from '@gcd/service';
import type { z } from 'zod';

/**
 * Configuration of the catalogs service. It needs the cursor keys of the changes service,
 * which reads the cursors that catalogs contain.
 */
export const catalogsConfig = processConfig.extend({ CURSOR_KEYS_FILE: cursorKeysFile });

export type CatalogsConfig = z.infer<typeof catalogsConfig>;
