import { CatalogStore, inflateBlock, type StoredVersion } from '@gcd/catalog-store';
import {
  ApiError,
  type Catalog,
  type CatalogVersion,
  invalidParameter,
  type RequestOf,
  type readCatalog,
  unavailable,
} from '@gcd/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** What is read again: by the next reads of a download, and by other downloads. */
const CACHED_BYTES = 32 * 1024 * 1024;

interface KnownVersion {
  readonly catalog: Catalog;
  readonly stored: StoredVersion;
  /** Where in the gzip file each block begins, and where the last one ends. */
  readonly blockStarts: readonly number[];
}

/** Reads catalogs out of the store, from any byte on. */
@Injectable()
export class CatalogReader {
  private readonly known = new Map<Catalog, readonly KnownVersion[]>();
  /** Chunks of the gzip file, and blocks of the CSV. */
  private readonly pieces = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_name, _stale, { context: load }) => load(),
  });

  constructor(private readonly store: CatalogStore) {}

  /** The builds that can be downloaded, the newest first. @throws ApiError (503) when there is none yet */
  async versions(catalog: Catalog): Promise<CatalogVersion[]> {
    const known = await this.look(catalog);
    if (known.length === 0) {
      throw unavailable('This catalog has not been built yet. Try again later.');
    }
    return known.map(({ stored }) => ({
      version: stored.version,
      built_at: stored.builtAt,
      bytes: { identity: stored.csvBytes, gzip: stored.gzipBytes },
    }));
  }

  /** Exactly the bytes that are asked for. @throws ApiError when there are none */
  async read(request: RequestOf<typeof readCatalog>): Promise<Uint8Array> {
    const version = await this.find(request.catalog, request.version);
    const { gzipBytes, csvBytes, chunkBytes, blockBytes } = version.stored;
    const { offset, length } = request;
    const isGzip = request.encoding === 'gzip';
    const [size, pieceBytes] = isGzip ? [gzipBytes, chunkBytes] : [csvBytes, blockBytes];
    if (offset + length > size) {
      throw invalidParameter('length', 'out_of_range', 'goes beyond the end.');
    }
    const load = (index: number): Promise<Uint8Array> =>
      isGzip ? this.chunk(version, index) : this.block(version, index);
    const bytes = await slice(pieceBytes, offset, length, load);
    // What is read next is there by then.
    const next = Math.floor((offset + length) / pieceBytes) + 1;
    if (next * pieceBytes < size) load(next).catch(() => undefined);
    return bytes;
  }

  /** The builds that are kept now. */
  private async look(catalog: Catalog): Promise<readonly KnownVersion[]> {
    const versions = await available(this.store.versions(catalog));
    const before = this.known.get(catalog) ?? [];
    const known = versions.map(
      (stored) =>
        before.find((each) => each.stored.version === stored.version) ?? {
          catalog,
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
    if (found) return found;
    throw new ApiError('internal_error', 'This version of the catalog is not kept any more.');
  }

  /** A block of the CSV. */
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

  /** A chunk of the gzip file. */
  private chunk(version: KnownVersion, index: number): Promise<Uint8Array> {
    return this.piece(version, `chunk ${index}`, async () => {
      const { catalog, stored } = version;
      const chunk = await available(this.store.chunk(catalog, stored, index));
      if (chunk) return chunk;
      // Removed meanwhile, or lost: the next read looks whether it should be there.
      this.known.delete(catalog);
      throw notAvailable(new Error(`${catalog} ${stored.version} is not in the store`));
    });
  }

  private async piece(
    { catalog, stored }: KnownVersion,
    name: string,
    load: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    return this.pieces.forceFetch(`${catalog} ${stored.version} ${name}`, { context: load });
  }
}

/** Bytes of something that comes in pieces of equal size. */
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

/** What the store answers. @throws ApiError (503) when it does not */
function available<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.catch((error: unknown) => {
    throw notAvailable(error);
  });
}

function notAvailable(cause: unknown): ApiError {
  return unavailable('Catalogs are not available right now. Try again soon.', cause);
}
