import { cursorKeysFile, processConfig } from '@gcd/service';

/**
 * Configuration of the catalogs service. The changes service reads its cursors, so both have the same keys.
 */
export const catalogsConfig = processConfig.extend({ CURSOR_KEYS_FILE: cursorKeysFile });
