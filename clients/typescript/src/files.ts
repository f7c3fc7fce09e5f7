import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** Reads a file. @returns null if it does not exist */
export async function readIfThere(file: string): Promise<string | null> {
  return (await readFile(file, 'utf8').catch(ignoreMissing)) ?? null;
}

/** Ignores the error for a file that does not exist. @returns undefined @throws Error for any other reason */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Replaces a file atomically. Readers find either the old or the new content, even after a crash. */
export async function replaceFile(
  file: string,
  write: (handle: FileHandle) => Promise<unknown>,
): Promise<void> {
  const handle = await open(`${file}.new`, 'w');
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  const directory = await open(path.dirname(file));
  await directory.sync().finally(() => directory.close());
}
