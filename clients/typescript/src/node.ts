import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CursorStore } from './changes.js';
import { readIfThere, replaceFile } from './files.js';

export { readApiKey } from './key.js';
export { type FollowMirrorOptions, Mirror, type MirrorUpdate } from './mirror.js';
export type { MirroredCard } from './mirrored-card.js';
export { type SavedCatalog, type SaveOptions, saveCatalog } from './save-catalog.js';

/**
 * Stores the cursor of the change feed in a file. After a crash, the file contains either the old or the new cursor.
 */
export function fileCursor(file: string): CursorStore {
  return {
    async load() {
      return (await readIfThere(file))?.trim() || null;
    },
    async save(cursor) {
      await mkdir(path.dirname(file), { recursive: true });
      await replaceFile(file, (handle) => handle.writeFile(`${cursor}\n`));
    },
  };
}
