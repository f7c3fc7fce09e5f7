import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** @returns null when there is no such file */
export async function readIfThere(file: string): Promise<string | null> {
  return (await readFile(file, 'utf8').catch(ignoreMissing)) ?? null;
}

/** @returns undefined for the error of a missing file. @throws any other error */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Replaces a file: a reader, also after a crash, finds all of the old content or all of the new. */
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
