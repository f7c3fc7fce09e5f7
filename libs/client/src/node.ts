import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CursorStore } from './changes.js';
import type { GradedCardDataClient } from './client.js';
import { CatalogChangedError } from './errors.js';
import type { Catalog } from './types.js';

export { readApiKey } from './key.js';

/** Keeps the place in the feed in a file: after a crash it holds the old place or the new one, whole. */
export function fileCursor(file: string): CursorStore {
  return {
    async load() {
      return (await readIfThere(file))?.trim() || null;
    },
    async save(cursor) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.new`, `${cursor}\n`, { flush: true });
      await rename(`${file}.new`, file);
    },
  };
}

/** How a catalog is saved. */
export interface SaveOptions {
  readonly signal?: AbortSignal;
  /** Told of bytes that are there, and of how many. */
  readonly onProgress?: (done: number, size: number) => void;
}

/**
 * Downloads a catalog to a file, which appears when it is whole. Until then there are `FILE.part` and `FILE.part.json`, with which the
 * next download goes on where this one was stopped.
 * @returns bytes of the file
 */
export async function saveCatalog(
  client: GradedCardDataClient,
  catalog: Catalog,
  file: string,
  options: SaveOptions = {},
): Promise<number> {
  try {
    return await save(client, catalog, file, options);
  } catch (error) {
    if (!(error instanceof CatalogChangedError)) throw error;
    // There is a newer build, of which nothing is here.
    await forget(file);
    return save(client, catalog, file, options);
  }
}

async function save(
  client: GradedCardDataClient,
  catalog: Catalog,
  file: string,
  { signal, onProgress }: SaveOptions,
): Promise<number> {
  const [part, note] = [`${file}.part`, `${file}.part.json`];
  const begun = await readNote(note);
  const offset = begun ? await sizeOf(part) : 0;
  if (begun && offset > 0 && offset === begun.size) {
    return finish(file, offset);
  }
  const resumed = begun && offset > 0 ? { offset, etag: begun.etag } : {};
  const { etag, size, stream } = await client.downloadCatalog(catalog, { ...resumed, signal });
  if (offset === 0) await writeFile(note, JSON.stringify({ etag, size }));
  const handle = await open(part, offset > 0 ? 'a' : 'w');
  try {
    let done = offset;
    for await (const bytes of stream) {
      await handle.writeFile(bytes);
      done += bytes.length;
      onProgress?.(done, size);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return finish(file, size);
}

async function finish(file: string, size: number): Promise<number> {
  await rename(`${file}.part`, file);
  await forget(file);
  return size;
}

async function forget(file: string): Promise<void> {
  await rm(`${file}.part`, { force: true });
  await rm(`${file}.part.json`, { force: true });
}

async function readNote(file: string): Promise<{ etag: string; size: number } | null> {
  const text = await readIfThere(file);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Half of it was written: what is there is of an unknown build.
    return null;
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ignoreMissing))?.size ?? 0;
}

async function readIfThere(file: string): Promise<string | null> {
  return (await readFile(file, 'utf8').catch(ignoreMissing)) ?? null;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
