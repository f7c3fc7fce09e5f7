import { CatalogChangedError, CatalogUnchangedError, InternalError } from './errors.js';
import type { HttpTransport } from './http-transport.js';
import type { RequestOptions } from './options.js';
import { orAborted } from './sleep.js';

// If a connection delivers no data for this many milliseconds, the client closes it.
const STALL_MS = 30_000;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Options of a download. `offset` and `etag` resume an earlier download. */
export interface DownloadOptions extends RequestOptions {
  /** Number of bytes that have already been downloaded. */
  readonly offset?: number;
  /** The `etag` of the build whose bytes have already been downloaded. */
  readonly etag?: string;
  /** The `etag` of a complete file. If it is still the newest, the download fails with `CatalogUnchangedError`. */
  readonly ifNoneMatch?: string | undefined;
}

/** A catalog download in progress. */
export interface CatalogDownload {
  /** `ETag` of this build of the catalog, which a later download needs to resume. */
  readonly etag: string;
  /** Cursor in the change feed at the time of the build. `followChanges` continues from it. */
  readonly changeCursor: string;
  /** Suggested file name, which includes the date of the build. */
  readonly fileName: string;
  /** Total size of the file in bytes. */
  readonly size: number;
  /** Number of bytes before the start of the stream. */
  readonly offset: number;
  /**
   * The CSV data in UTF-8. If the connection breaks, the stream resumes automatically. If the download cannot be
   * resumed, the stream fails with an error.
   */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Starts or resumes a download.
 * @throws CatalogChangedError if the build with the given `etag` is no longer available
 * @throws CatalogUnchangedError if the build with the ETag `ifNoneMatch` is still the newest
 */
export async function downloadCatalog(
  transport: HttpTransport,
  target: string,
  { offset = 0, etag, ifNoneMatch, ...options }: DownloadOptions,
): Promise<CatalogDownload> {
  const { signal, budget: seconds } = options;
  const conditions = { etag, ifNoneMatch };
  const { reader: begun, ...first } = await request(transport, target, offset, conditions, options);
  let reader: Reader | undefined = begun;
  let at = offset;
  let budget = transport.retryBudget(seconds);
  const next = async (): Promise<Uint8Array | null> => {
    while (at < first.size) {
      reader ??= (await request(transport, target, at, { etag: first.etag }, options)).reader;
      try {
        const { done, value } = await orAborted(orStalled(reader.read()), signal);
        if (done) throw new Error('the response ended early');
        at += value.length;
        // Data has arrived, so start a new retry budget for the next interruption.
        budget = transport.retryBudget(seconds);
        return value;
      } catch (cause) {
        void reader.cancel().catch(() => undefined);
        reader = undefined;
        signal?.throwIfAborted();
        const message = `The download was interrupted: ${(cause as Error).message}`;
        const failure = { code: 'connection_failed', message, status: 0 };
        await transport.waitBeforeRetry({ failure, cause }, { target, signal }, budget);
      }
    }
    return null;
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes) controller.enqueue(bytes);
        else controller.close();
      },
      async cancel() {
        await reader?.cancel();
      },
    },
    // Do not buffer data, because an error would discard buffered data.
    { highWaterMark: 0 },
  );
  return { ...first, offset, stream };
}

async function request(
  transport: HttpTransport,
  target: string,
  offset: number,
  { etag, ifNoneMatch }: Pick<DownloadOptions, 'ifNoneMatch'> & { etag?: string | undefined },
  options: RequestOptions,
) {
  const headers = {
    // Always request a range, because a partial response is not compressed. Offsets therefore count bytes of the file.
    range: `bytes=${offset}-`,
    ...(etag !== undefined && { 'if-range': etag }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
  return transport.request({ ...options, target, headers }, async (response) => {
    if (response.status === 304) {
      throw new CatalogUnchangedError({
        code: 'catalog_unchanged',
        message: 'This build of the catalog is the newest.',
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      });
    }
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const isOtherBuild = etag !== undefined && response.headers.get('etag') !== etag;
    if (isOtherBuild || (offset > 0 && Number(from) !== offset)) {
      await response.body?.cancel();
      throw new CatalogChangedError({
        code: 'catalog_changed',
        message: 'This build of the catalog is no longer available. Start a new download.',
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      });
    }
    const size = Number(total ?? response.headers.get('content-length'));
    const newEtag = response.headers.get('etag');
    if (!response.body || newEtag === null || !size) {
      await response.body?.cancel();
      throw new Error('the response does not state the ETag and the size of the catalog');
    }
    const changeCursor = response.headers.get('x-change-cursor');
    if (changeCursor === null) {
      await response.body.cancel();
      throw new InternalError({
        code: 'internal_error',
        message: 'The catalog has no cursor in the change feed. Build it again.',
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      });
    }
    return {
      etag: newEtag,
      changeCursor,
      fileName:
        /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
        'catalog.csv',
      size,
      reader: response.body.getReader() as Reader,
    };
  });
}

function orStalled<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error(`no data arrived for ${STALL_MS / 1000} s`));
    const timer = setTimeout(give, STALL_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
