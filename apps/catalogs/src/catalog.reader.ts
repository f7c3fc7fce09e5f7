import {
  type CatalogStore,
  type DownloadHeaders,
  inflateBlock,
  type StoredVersion,
  storedName,
} from '@gcd/catalog-store';
import {
  CATALOGS,
  type Catalog,
  type CatalogFile,
  type CatalogRow,
  type CatalogVersion,
  CSV_TYPE,
  dispositionOf,
  type readCatalog,
} from '@gcd/contracts/catalogs';
import { ApiError, invalidParameter, unavailable } from '@gcd/contracts/errors';
import type { RequestOf } from '@gcd/contracts/operation';
import { CursorKeys } from '@gcd/cursors';
import { CONFIG } from '@gcd/process';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CatalogsConfig } from './config.js';

export const CATALOG_STORE = Symbol('CATALOG_STORE');

/**
 * Size, in bytes, of the cache that all downloads share. Most cache hits are consecutive reads by one download.
 */
const CACHED_BYTES = 32 * 1024 * 1024;

interface KnownVersion {
  /** Name of the file in the object store. */
  readonly name: string;
  readonly stored: StoredVersion;
  /** Offset of each block within the gzip file, followed by the end of the last block. */
  readonly blockStarts: readonly number[];
}

/** Reads catalogs from the object store, starting at any byte. */
@Injectable()
export class CatalogReader {
  private readonly known = new Map<string, readonly KnownVersion[]>();
  /** Cached chunks of gzip files, and cached blocks of uncompressed CSV. */
  private readonly pieces = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_name, _stale, { context: load }) => load(),
  });

  constructor(
    @Inject(CATALOG_STORE) private readonly store: CatalogStore,
    private readonly keys: CursorKeys,
    @Inject(CONFIG) private readonly config: CatalogsConfig,
  ) {}

  /**
   * Lists the builds available for download, newest first.
   * @throws ApiError (503) if the catalog has not been built
   */
  async versions(catalog: Catalog, file: CatalogFile): Promise<CatalogVersion[]> {
    const known = await this.builds(storedName(catalog, file));
    if (known.length === 0) {
      throw unavailable('This catalog has not been built yet. Try again later.');
    }
    return Promise.all(
      known.map(async ({ name, stored }) => ({
        version: stored.version,
        built_at: stored.builtAt,
        bytes: { identity: stored.csvBytes, gzip: stored.gzipBytes },
        change_cursor: this.cursorOf(stored),
        ...(await this.redirectTo(name, stored, {
          type: CSV_TYPE,
          encoding: 'gzip',
          disposition: dispositionOf(catalog, file, stored.builtAt),
        })),
      })),
    );
  }

  private async redirectTo(
    name: string,
    stored: StoredVersion,
    headers: DownloadHeaders,
  ): Promise<Pick<CatalogVersion, 'gzip_url'>> {
    const seconds = this.config.CATALOGS_REDIRECT_SECONDS;
    const gzip_url = seconds > 0 && (await this.store.signedUrl?.(name, stored, seconds, headers));
    return gzip_url ? { gzip_url } : {};
  }

  /**
   * Lists the newest build of each catalog. Omits catalogs without a build, and builds from older releases that did not
   * record a change cursor.
   */
  async list(): Promise<Omit<CatalogRow, 'allowed'>[]> {
    const newest = await Promise.all(
      CATALOGS.map(async (catalog) => {
        const [known] = await this.builds(storedName(catalog, 'cards'));
        const change_cursor = known && this.cursorOf(known.stored);
        if (!known || !change_cursor) return [];
        const { rows, csvBytes, builtAt } = known.stored;
        const built_at = new Date(builtAt * 1000).toISOString();
        return { catalog, rows, bytes: csvBytes, built_at, change_cursor };
      }),
    );
    return newest.flat();
  }

  /**
   * Reads the requested range of bytes.
   * @throws ApiError if the build is no longer available or the range extends beyond its end
   */
  async read(request: RequestOf<typeof readCatalog>): Promise<Uint8Array> {
    const version = await this.find(storedName(request.catalog, request.file), request.version);
    const { gzipBytes, csvBytes, chunkBytes, blockBytes } = version.stored;
    const { offset, length } = request;
    const isGzip = request.encoding === 'gzip';
    const [size, pieceBytes] = isGzip ? [gzipBytes, chunkBytes] : [csvBytes, blockBytes];
    if (offset + length > size) {
      throw invalidParameter(
        'length',
        'out_of_range',
        'must not extend beyond the end of the file.',
      );
    }
    const load = (index: number): Promise<Uint8Array> =>
      isGzip ? this.chunk(version, index) : this.block(version, index);
    const bytes = await slice(pieceBytes, offset, length, load);
    const next = Math.floor((offset + length) / pieceBytes) + 1;
    if (next * pieceBytes < size) load(next).catch(() => undefined);
    return bytes;
  }

  private cursorOf({ position }: StoredVersion): string | null {
    if (!position) return null;
    const { epoch, seq, since } = position;
    return this.keys.write({ epoch: BigInt(epoch), seq: BigInt(seq), since });
  }

  /** Lists the builds of a file in the store. */
  private async builds(name: string): Promise<readonly KnownVersion[]> {
    const versions = await available(this.store.versions(name));
    const before = this.known.get(name) ?? [];
    const known = versions.map(
      (stored) =>
        before.find((each) => each.stored.version === stored.version) ?? {
          name,
          stored,
          blockStarts: startsOf(stored.blockLengths),
        },
    );
    this.known.set(name, known);
    return known;
  }

  private async find(name: string, version: string): Promise<KnownVersion> {
    const isRequested = ({ stored }: KnownVersion): boolean => stored.version === version;
    const found =
      this.known.get(name)?.find(isRequested) ?? (await this.builds(name)).find(isRequested);
    if (found) return found;
    throw new ApiError(
      'internal_error',
      'This build of the catalog is no longer available. Start a new download.',
    );
  }

  private block(version: KnownVersion, index: number): Promise<Uint8Array> {
    return this.piece(version, `block ${index}`, async () => {
      const { blockStarts, stored } = version;
      const start = blockStarts[index] ?? 0;
      const length = (blockStarts[index + 1] ?? 0) - start;
      const compressed = await slice(stored.chunkBytes, start, length, (chunk) =>
        this.chunk(version, chunk),
      );
      return inflateBlock(compressed, index === 0);
    });
  }

  /** Reads one chunk of a gzip file. */
  private chunk(version: KnownVersion, index: number): Promise<Uint8Array> {
    return this.piece(version, `chunk ${index}`, async () => {
      const { name, stored } = version;
      const chunk = await available(this.store.chunk(name, stored, index));
      if (chunk) return chunk;
      // The object no longer exists. Discard the cached list of builds, so that the next read gets the current list.
      this.known.delete(name);
      throw notAvailable(new Error(`${name} ${stored.version} is not in the store`));
    });
  }

  private async piece(
    { name, stored }: KnownVersion,
    piece: string,
    load: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return this.pieces.forceFetch(`${name} ${stored.version} ${piece}`, { context: load });
  }
}

/** Reads a range of bytes that may span several pieces of equal size. */
async function slice(
  pieceBytes: number,
  offset: number,
  length: number,
  load: (index: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const first = Math.floor(offset / pieceBytes);
  const count = Math.ceil((offset + length) / pieceBytes) - first;
  const pieces = await Promise.all(Array.from({ length: count }, (_, at) => load(first + at)));
  const bytes = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
  const start = offset - first * pieceBytes;
  return bytes.subarray(start, start + length);
}

function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** Waits for a result from the object store. @throws ApiError (503) if the store is unavailable */
function available<Result>(result: Promise<Result>): Promise<Result> {
  return result.catch((error: unknown) => {
    throw notAvailable(error);
  });
}

function notAvailable(cause: unknown): ApiError {
  return unavailable('Catalogs are not available right now. Try again soon.', cause);
}
