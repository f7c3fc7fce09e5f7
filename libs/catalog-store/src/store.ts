import type { Catalog, CatalogFile } from '@gcd/contracts/catalogs';
import type { StoredVersion } from './version.js';

/** The part of a build's metadata that is known only after the whole file has been written. */
export type BuildDescription = Omit<StoredVersion, 'version' | 'builtAt' | 'chunkBytes'>;

/** The content headers of a download. */
export interface DownloadHeaders {
  readonly type: string;
  readonly encoding: string;
  readonly disposition: string;
}

/** Stores catalog builds. A build is visible to readers once it is published, and never changes. */
export interface CatalogStore {
  /** Lists the finished builds of a catalog that are still stored, newest first. */
  versions(name: string): Promise<readonly StoredVersion[]>;

  /**
   * Reads one chunk of the gzip file of a build.
   * @param index number of the chunk, starting at 0
   * @returns null if the build no longer exists
   * @throws Error if the chunk is corrupt or the store is unavailable
   */
  chunk(name: string, stored: StoredVersion, index: number): Promise<Uint8Array | null>;

  /**
   * Returns a URL from which anybody can download the gzip file of a build for some time. Absent if the store is not
   * reachable by clients.
   */
  signedUrl?(
    name: string,
    stored: StoredVersion,
    seconds: number,
    headers: DownloadHeaders,
  ): Promise<string>;

  /**
   * Stores a build without publishing it.
   * @param file the gzip file, in pieces
   * @param describe returns the metadata after the whole file has been written
   * @throws Error if the build could not be stored
   */
  write(
    name: string,
    file: AsyncIterable<Buffer>,
    describe: () => BuildDescription,
  ): Promise<StoredVersion>;

  /** Whether the whole gzip file of a build is stored. */
  isWhole(name: string, stored: StoredVersion): Promise<boolean>;

  /**
   * Publishes a build as the newest one. The two previous builds are kept for downloads in progress.
   * @throws Error if the list of builds could not be written
   */
  publish(name: string, stored: StoredVersion): Promise<void>;

  /**
   * Removes all builds of a catalog that are incomplete or no longer needed. Must not be called while the catalog is
   * being built.
   */
  removeOthers(name: string): Promise<void>;
}

/** Returns the name under which the builds of a catalog file are stored. */
export function storedName(catalog: Catalog, file: CatalogFile): string {
  return file === 'cards' ? catalog : `${file}-${catalog}`;
}
