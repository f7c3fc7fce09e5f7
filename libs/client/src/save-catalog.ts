import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { GradedCardDataClient } from './client.js';
import { CatalogChangedError } from './errors.js';
import { ignoreMissing, readIfThere } from './files.js';
import type { CatalogName } from './types.js';

/** Options of saving a catalog. */
export interface SaveOptions {
  /** The populations of its cards instead of the cards. */
  readonly populations?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the bytes downloaded and the bytes in total. */
  readonly onProgress?: (done: number, size: number) => void;
}

/** A build of a catalog. */
interface Build {
  readonly etag: string;
  readonly size: number;
  readonly changeCursor: string | null;
}

/**
 * Downloads a catalog to a file, which appears once it is complete. Until then there are `FILE.part` and `FILE.part.json`, with which
 * the next call resumes.
 * @returns the size of the file in bytes
 */
export async function saveCatalog(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  options: SaveOptions = {},
): Promise<number> {
  const { size } = await downloadPart(client, catalog, file, options);
  await rename(`${file}.part`, file);
  await forgetPart(file);
  return size;
}

/** Downloads a catalog, or what is missing of it, to `FILE.part`. */
export async function downloadPart(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  options: SaveOptions = {},
): Promise<Build> {
  try {
    return await download(client, catalog, file, options);
  } catch (error) {
    if (!(error instanceof CatalogChangedError)) throw error;
    // There is a newer build, so what was saved is useless.
    await forgetPart(file);
    return download(client, catalog, file, options);
  }
}

/** Removes the files of {@link downloadPart}. */
export async function forgetPart(file: string): Promise<void> {
  await rm(`${file}.part`, { force: true });
  await rm(`${file}.part.json`, { force: true });
}

async function download(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  { populations, signal, onProgress }: SaveOptions,
): Promise<Build> {
  const [part, note] = [`${file}.part`, `${file}.part.json`];
  const begun = await readNote(note);
  const offset = begun ? await sizeOf(part) : 0;
  if (begun && offset > 0 && offset === begun.size) return begun;
  const resumed = begun && offset > 0 ? { offset, etag: begun.etag } : {};
  const { etag, size, changeCursor, stream } = await (populations
    ? client.downloadCatalogPopulations(catalog, { ...resumed, signal })
    : client.downloadCatalog(catalog, { ...resumed, signal }));
  const build = { etag, size, changeCursor };
  if (offset === 0) await writeFile(note, JSON.stringify(build));
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
  return build;
}

async function readNote(file: string): Promise<Build | null> {
  const text = await readIfThere(file);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Without a complete note nobody knows what the part is of.
    return null;
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ignoreMissing))?.size ?? 0;
}
