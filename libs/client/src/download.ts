import type { CallOptions, HttpTransport } from './http-transport.js';
import { CatalogChangedError } from './errors.js';
import { orAborted } from './sleep.js';

// A connection that gives nothing for so long is given up.
const STALL_MS = 30_000;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Where a download goes on. */
export interface DownloadOptions extends CallOptions {
  /** How many bytes are there already. */
  readonly offset?: number;
  /** The `etag` of what is there already. */
  readonly etag?: string;
}

/** A catalog on its way. */
export interface CatalogDownload {
  /** Of this build of the catalog: with it a later download goes on where this one ended. */
  readonly etag: string;
  /** The cursor of the change feed at the moment of the build; null when an earlier release built it. */
  readonly changeCursor: string | null;
  /** Name for the file, with the date of the build. */
  readonly fileName: string;
  /** Bytes in all. */
  readonly size: number;
  /** Where the stream begins: `offset`. */
  readonly offset: number;
  /** UTF-8 CSV. It goes on by itself when a connection breaks, and errs when it cannot. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Begins or resumes a download.
 * @throws CatalogChangedError when the build with that `etag` is not kept any more
 */
export async function downloadCatalog(
  transport: HttpTransport,
  target: string,
  { offset = 0, etag, signal }: DownloadOptions,
): Promise<CatalogDownload> {
  const { reader: begun, ...first } = await request(transport, target, offset, etag, signal);
  let reader: Reader | undefined = begun;
  let at = offset;
  let budget = transport.retryBudget();
  const next = async (): Promise<Uint8Array | null> => {
    while (at < first.size) {
      reader ??= (await request(transport, target, at, first.etag, signal)).reader;
      try {
        const { done, value } = await orAborted(orStalled(reader.read()), signal);
        if (done) throw new Error('it ended before all had come');
        at += value.length;
        // The next break is a new one.
        budget = transport.retryBudget();
        return value;
      } catch (cause) {
        void reader.cancel().catch(() => undefined);
        reader = undefined;
        signal?.throwIfAborted();
        const message = `The download broke off: ${(cause as Error).message}`;
        const failure = { code: 'connection_failed', message, status: 0 };
        await transport.rest({ failure, cause }, { target, signal }, budget);
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
    // Nothing is fetched ahead: what had been would be lost with an error.
    { highWaterMark: 0 },
  );
  return { ...first, offset, stream };
}

async function request(
  transport: HttpTransport,
  target: string,
  offset: number,
  etag: string | undefined,
  signal: AbortSignal | undefined,
) {
  const headers = {
    // From the first byte too: what is asked for by a range comes as it is, so that its bytes can be counted.
    range: `bytes=${offset}-`,
    ...(etag !== undefined && { 'if-range': etag }),
  };
  return transport.call({ target, headers, signal }, async (response) => {
    const [, from, total] =
      /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (offset > 0 && Number(from) !== offset) {
      await response.body?.cancel();
      throw new CatalogChangedError({
        code: 'catalog_changed',
        message: 'This build of the catalog is not kept any more: begin again.',
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      });
    }
    if (!response.body) throw new Error('the answer has no body');
    return {
      etag: response.headers.get('etag') ?? '',
      changeCursor: response.headers.get('x-change-cursor'),
      fileName:
        /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ??
        'catalog.csv',
      size: Number(total ?? response.headers.get('content-length')),
      reader: response.body.getReader() as Reader,
    };
  });
}

function orStalled<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error(`nothing came for ${STALL_MS / 1000} s`));
    const timer = setTimeout(give, STALL_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
