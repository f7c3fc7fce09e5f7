import { cursorKeysFile, processConfig } from '@gcd/service';

/** The configuration of the catalogs service. Its cursors are read by the changes service, which has the same keys. */
export const catalogsConfig = processConfig.extend({ CURSOR_KEYS_FILE: cursorKeysFile });
