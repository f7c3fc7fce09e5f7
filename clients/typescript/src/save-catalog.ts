import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { GradedCardDataClient } from './client.js';
import type { DownloadOptions } from './download.js';
import { CatalogChangedError, CatalogUnchangedError } from './errors.js';
import { ignoreMissing, readIfThere } from './files.js';
import type { RequestOptions } from './options.js';
import type { CatalogName } from './types.js';

/** Options for saving a catalog. */
export interface SaveOptions extends RequestOptions {
  /** Whether to download the populations of the cards instead of the cards. */
  readonly populations?: boolean;
  /** Called with the number of bytes downloaded and the total number of bytes. */
  readonly onProgress?: (done: number, size: number) => void;
}

/** A catalog that was saved to a file. */
export interface SavedCatalog {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Cursor in the change feed at the time of the build. `followChanges` continues from it. */
  readonly changeCursor: string;
  /** Whether the file was already the newest build, so that nothing was downloaded. */
  readonly isUnchanged: boolean;
}

interface Build extends Omit<SavedCatalog, 'isUnchanged'> {
  readonly etag: string;
}

/**
 * Downloads a catalog to a file. `FILE.build.json` keeps the `ETag` of the file, so that the next call downloads nothing
 * if the catalog has not changed. Incomplete data is kept in `FILE.part` and `FILE.part.json`, so that the next call can
 * resume. The file itself is created once the download is complete.
 */
export async function saveCatalog(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  options: SaveOptions = {},
): Promise<SavedCatalog> {
  const noteOfFile = `${file}.build.json`;
  const known = await readNote(noteOfFile);
  const isWhole = known !== null && (await sizeOf(file)) === known.size;
  try {
    const ifNoneMatch = isWhole ? known.etag : undefined;
    const build = await downloadPart(client, catalog, file, { ...options, ifNoneMatch });
    await rename(`${file}.part`, file);
    await writeFile(noteOfFile, JSON.stringify(build));
    await forgetPart(file);
    return { size: build.size, changeCursor: build.changeCursor, isUnchanged: false };
  } catch (error) {
    if (!(error instanceof CatalogUnchangedError) || known === null) throw error;
    await forgetPart(file);
    return { size: known.size, changeCursor: known.changeCursor, isUnchanged: true };
  }
}

/** Downloads a catalog to `FILE.part`. If part of the data is already there, downloads only the rest. */
export async function downloadPart(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  options: SaveOptions & Pick<DownloadOptions, 'ifNoneMatch'> = {},
): Promise<Build> {
  try {
    return await download(client, catalog, file, options);
  } catch (error) {
    if (!(error instanceof CatalogChangedError)) throw error;
    // The build that the saved part belongs to is no longer available, so the download cannot be completed.
    await forgetPart(file);
    return download(client, catalog, file, options);
  }
}

/** Removes the files that {@link downloadPart} has written. */
export async function forgetPart(file: string): Promise<void> {
  await rm(`${file}.part`, { force: true });
  await rm(`${file}.part.json`, { force: true });
}

async function download(
  client: GradedCardDataClient,
  catalog: CatalogName,
  file: string,
  {
    populations,
    signal,
    budget,
    ifNoneMatch,
    onProgress,
  }: SaveOptions & Pick<DownloadOptions, 'ifNoneMatch'>,
): Promise<Build> {
  const [part, note] = [`${file}.part`, `${file}.part.json`];
  const begun = await readNote(note);
  const saved = begun ? await sizeOf(part) : 0;
  if (begun && saved === begun.size) return begun;
  const offset = begun && saved < begun.size ? saved : 0;
  const resumed = begun && offset > 0 ? { offset, etag: begun.etag } : { ifNoneMatch };
  const { etag, size, changeCursor, stream } = await (populations
    ? client.downloadCatalogPopulations(catalog, { ...resumed, signal, budget })
    : client.downloadCatalog(catalog, { ...resumed, signal, budget }));
  const build = { etag, size, changeCursor };
  if (offset === 0) {
    // Another process may still be writing to the old part, so create a new file instead of truncating it.
    await rm(part, { force: true });
    await writeFile(note, JSON.stringify(build));
  }
  const handle = await open(part, offset > 0 ? 'r+' : 'wx');
  try {
    let done = offset;
    for await (const bytes of stream) {
      // Write to a fixed position, so that two processes that resume the same part write the same bytes.
      for (let at = 0; at < bytes.length; ) {
        at += (await handle.write(bytes, at, bytes.length - at, done + at)).bytesWritten;
      }
      done += bytes.length;
      onProgress?.(done, size);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if ((await sizeOf(part)) !== size) {
    throw new Error(`${part} was changed during the download. Run only one download per file.`);
  }
  return build;
}

async function readNote(file: string): Promise<Build | null> {
  const text = await readIfThere(file);
  try {
    const { etag, size, changeCursor } = JSON.parse(text ?? '{}');
    return etag && size && changeCursor ? { etag, size, changeCursor } : null;
  } catch {
    // Without the `.part.json` file, the build that the saved part belongs to is unknown.
    return null;
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ignoreMissing))?.size ?? 0;
}
