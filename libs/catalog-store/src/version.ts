export const MAX_VERSIONS = 3;

/** A position in the change feed, as encoded in a cursor. */
export interface FeedPosition {
  readonly epoch: string;
  readonly seq: string;
  /** The UTC day of the build, as `YYYY-MM-DD`. */
  readonly since: string;
}

export interface StoredVersion {
  /** Name of the build, which is its time, such as `20270131T101502Z`. */
  readonly version: string;
  /** Time of the build in seconds since 1970; unique among the builds of a catalog. */
  readonly builtAt: number;
  readonly rows: number;
  /**
   * Position of the last change in the snapshot that the catalog was built from. Undefined for catalogs built by an
   * earlier release.
   */
  readonly position?: FeedPosition;
  /** SHA-256 hash of the CSV, in hexadecimal. */
  readonly sha256: string;
  readonly csvBytes: number;
  readonly gzipBytes: number;
  /** Uncompressed size in bytes of each block of the CSV except the last, which may be smaller. */
  readonly blockBytes: number;
  /** Compressed size in bytes of each block, including the header and trailer of the file. */
  readonly blockLengths: readonly number[];
  /** Size in bytes of each stored chunk of the gzip file except the last, which may be smaller. */
  readonly chunkBytes: number;
}

/**
 * Returns the time of the next build, from which its name is derived: the current time, or one second after the newest
 * build if that is later.
 * @returns seconds since 1970
 */
export function nextMoment(newest: StoredVersion | undefined, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), (newest?.builtAt ?? 0) + 1);
}

/** Returns the name of a build. @param builtAt time of the build in seconds since 1970 */
export function versionOf(builtAt: number): string {
  return new Date(builtAt * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
}
