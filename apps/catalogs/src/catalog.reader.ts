import { CatalogStore, inflateBlock, type StoredVersion } from '@gcd/catalog-store';
import {
  ApiError,
  type Catalog,
  type CatalogVersion,
  invalidParameter,
  type RequestOf,
  type readCatalog,
} from '@gcd/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** What several downloads read at about the same time comes from the store once. */
const CACHED_BYTES = 16 * 1024 * 1024;

interface KnownVersion {
  readonly stored: StoredVersion;
  /** Where in the gzip file each block begins, and where the last one ends. */
  readonly blockStarts: readonly number[];
}

interface Chunk {
  readonly catalog: Catalog;
  readonly stored: StoredVersion;
  readonly index: number;
}

/** Reads catalogs out of the store, from any byte on. */
@Injectable()
export class CatalogReader {
  private readonly known = new Map<Catalog, readonly KnownVersion[]>();
  private readonly chunks = new LRUCache<string, Uint8Array, Chunk>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_name, _stale, { context: { catalog, stored, index } }) =>
      (await available(this.store.chunk(catalog, stored, index))) ?? undefined,
  });

  constructor(private readonly store: CatalogStore) {}

  /** The builds that can be downloaded, the newest first. @throws ApiError (503) when there is none yet */
  async versions(catalog: Catalog): Promise<CatalogVersion[]> {
    const known = await this.look(catalog);
    if (known.length === 0) {
      throw new ApiError(
        'internal_error',
        'This catalog has not been built yet. Try again later.',
        { status: 503 },
      );
    }
    return known.map(({ stored }) => ({
      version: stored.version,
      built_at: stored.builtAt,
      bytes: { identity: stored.csvBytes, gzip: stored.gzipBytes },
    }));
  }

  /** Bytes from an offset to the end of the chunk that is stored, or of the block that was compressed. */
  async read(request: RequestOf<typeof readCatalog>): Promise<Uint8Array> {
    const { catalog, encoding, offset } = request;
    const version = await this.find(catalog, request.version);
    const { stored, blockStarts } = version;
    if (offset >= (encoding === 'gzip' ? stored.gzipBytes : stored.csvBytes)) {
      throw invalidParameter('offset', 'out_of_range', 'is beyond the end.');
    }
    if (encoding === 'gzip') {
      const index = Math.floor(offset / stored.chunkBytes);
      const chunk = await this.chunk(catalog, stored, index);
      return chunk.subarray(offset - index * stored.chunkBytes);
    }
    const index = Math.floor(offset / stored.blockBytes);
    const block = await this.gzipBytes(
      catalog,
      stored,
      blockStarts[index] ?? 0,
      blockStarts[index + 1] ?? 0,
    );
    const csv = await inflateBlock(block, index === 0);
    return csv.subarray(offset - index * stored.blockBytes);
  }

  /** The builds that are kept now. */
  private async look(catalog: Catalog): Promise<readonly KnownVersion[]> {
    const versions = await available(this.store.versions(catalog));
    const before = this.known.get(catalog) ?? [];
    const known = versions.map(
      (stored) =>
        before.find((each) => each.stored.version === stored.version) ?? {
          stored,
          blockStarts: startsOf(stored.blockLengths),
        },
    );
    this.known.set(catalog, known);
    return known;
  }

  private async find(catalog: Catalog, version: string): Promise<KnownVersion> {
    const isIt = ({ stored }: KnownVersion): boolean => stored.version === version;
    const found = this.known.get(catalog)?.find(isIt) ?? (await this.look(catalog)).find(isIt);
    if (!found) throw notKept();
    return found;
  }

  private async gzipBytes(
    catalog: Catalog,
    stored: StoredVersion,
    start: number,
    end: number,
  ): Promise<Uint8Array> {
    const first = Math.floor(start / stored.chunkBytes);
    const count = Math.ceil(end / stored.chunkBytes) - first;
    const chunks = await Promise.all(
      Array.from({ length: count }, (_, index) => this.chunk(catalog, stored, first + index)),
    );
    const offset = first * stored.chunkBytes;
    return Buffer.concat(chunks).subarray(start - offset, end - offset);
  }

  private async chunk(catalog: Catalog, stored: StoredVersion, index: number): Promise<Uint8Array> {
    const name = `${catalog} ${stored.version} ${index}`;
    const chunk = await this.chunks.fetch(name, { context: { catalog, stored, index } });
    if (!chunk) throw notKept();
    return chunk;
  }
}

function startsOf(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

function notKept(): ApiError {
  return new ApiError('not_found', 'This version of the catalog is not kept any more.');
}

/** What the store answers. @throws ApiError (503) when it does not */
async function available<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw new ApiError('internal_error', 'Catalogs are not available right now. Try again soon.', {
      status: 503,
      cause: error,
    });
  }
}
