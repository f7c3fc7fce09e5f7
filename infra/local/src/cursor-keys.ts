import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the path of the file with the key that signs cursors. The key is created only once, so that cursors stay
 * valid.
 * @param directory directory of the file
 */
export function cursorKeysFile(directory: string): string {
  const file = path.join(directory, 'cursor-keys');
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  }
  return file;
}
