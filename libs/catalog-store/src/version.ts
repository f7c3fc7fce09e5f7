/** A position in the change feed, as in a cursor. */
export interface FeedPosition {
  readonly epoch: string;
  readonly seq: string;
  /** The UTC day of the build, as `YYYY-MM-DD`. */
  readonly since: string;
}

/** A finished build of a catalog file. */
export interface StoredVersion {
  /** Identifies a build of a catalog by its time, such as `20270131T101502Z`. */
  readonly version: string;
  /** Seconds since 1970; unique among the builds of a catalog. */
  readonly builtAt: number;
  readonly rows: number;
  /** End of the change feed in the snapshot of the build; absent in builds of earlier releases. */
  readonly position?: FeedPosition;
  /** SHA-256 of the CSV, as hexadecimal digits. */
  readonly sha256: string;
  readonly csvBytes: number;
  readonly gzipBytes: number;
  /** Uncompressed size of a block of the CSV; only the last one is smaller. */
  readonly blockBytes: number;
  /** Compressed size of each block, including the header and trailer of the file. */
  readonly blockLengths: readonly number[];
  /** Size of a stored chunk of the gzip file; only the last one is smaller. */
  readonly chunkBytes: number;
}

/** Time of the next build: now, but later than that of any earlier build. @returns seconds since 1970 */
export function nextMoment(newest: StoredVersion | undefined, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), (newest?.builtAt ?? 0) + 1);
}

/** Name of a build. @param builtAt seconds since 1970 */
export function versionOf(builtAt: number): string {
  return new Date(builtAt * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
}
