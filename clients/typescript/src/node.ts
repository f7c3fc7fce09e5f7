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
 * `load` rejects a file without a cursor, because the feed would silently start at today and skip changes.
 */
export function fileCursor(file: string): CursorStore {
  return {
    async load() {
      const cursor = (await readIfThere(file))?.trim() ?? null;
      if (cursor === null || /^[\x21-\x7e]+$/.test(cursor)) return cursor;
      throw new Error(
        `${file} has no cursor. Restore it from a backup, or delete it and load all data again.`,
      );
    },
    async save(cursor) {
      await mkdir(path.dirname(file), { recursive: true });
      await replaceFile(file, (handle) => handle.writeFile(`${cursor}\n`));
    },
  };
}
