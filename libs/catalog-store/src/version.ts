/** A position in the change feed, as in a cursor. */
export interface FeedPosition {
  readonly epoch: string;
  readonly seq: string;
  /** The UTC day of the build, as `YYYY-MM-DD`. */
  readonly since: string;
}

/** A finished build of a file of a catalog. */
export interface StoredVersion {
  /** Names it among the builds of its catalog: its moment, such as `20270131T101502Z`. */
  readonly version: string;
  /** Seconds since 1970; never the same for two builds of a catalog. */
  readonly builtAt: number;
  readonly rows: number;
  /** Where the change feed ended in the snapshot that was read; absent in builds of earlier releases. */
  readonly position?: FeedPosition;
  /** SHA-256 of the CSV, in hexadecimal. */
  readonly sha256: string;
  readonly csvBytes: number;
  readonly gzipBytes: number;
  /** The CSV is compressed in blocks of so many bytes of it; only the last one has fewer. */
  readonly blockBytes: number;
  /** How many bytes of the gzip file each block takes, its header and trailer included. */
  readonly blockLengths: readonly number[];
  /** The gzip file is stored in chunks of so many bytes; only the last one has fewer. */
  readonly chunkBytes: number;
}

/** The moment of the next build: now, but never that of an earlier one. @returns seconds since 1970 */
export function nextMoment(newest: StoredVersion | undefined, now = Date.now()): number {
  return Math.max(Math.floor(now / 1000), (newest?.builtAt ?? 0) + 1);
}

/** The name of a build. @param builtAt seconds since 1970 */
export function versionOf(builtAt: number): string {
  return new Date(builtAt * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
}
