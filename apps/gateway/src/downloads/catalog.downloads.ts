import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ApiError,
  badRequest,
  type Catalog,
  type CatalogFile,
  type CatalogRow,
  type CatalogVersion,
  CSV_TYPE,
  MAX_READ_BYTES,
  readCatalog,
} from '@gcd/contracts';
import { prefersGzip, select } from '@gcd/http';
import { LOGGER, type Logger } from '@gcd/process';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { toText } from '../http/envelope.js';
import { OperationProxy } from '../operations/operation-proxy.js';
import { validParameters } from '../operations/parameters.js';
import { type ApiRequest, principalOf } from '../request.js';
import { DownloadLimit } from './download-limit.js';
import { type EncodedFile, encodedFile, fileHeaders } from './encoded-file.js';

const READ_AHEAD = 2;
// Idle timeout of a download in milliseconds. It is longer than that of other responses, because a slow client may take
// minutes to read what is in the socket buffers.
const IDLE_TIMEOUT_MS = 300_000;
// Maximum time in milliseconds that a download waits for the service or NATS to recover.
const TIMEOUT_MS = 10_000;
const TRY_AGAIN_MS = 250;

/** Streams catalog files. The gateway reads pieces from the service only as fast as the client reads the response. */
@Injectable()
export class CatalogDownloads {
  private readonly limit = new DownloadLimit();

  constructor(
    private readonly proxy: OperationProxy,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Lists the catalogs, and whether the client may download them. */
  list(request: ApiRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { catalogs } = principalOf(request);
    return this.proxy.handle(request, reply, (payload) => {
      const rows: Omit<CatalogRow, 'allowed'>[] = JSON.parse(toText(payload));
      return JSON.stringify(
        rows.map((row): CatalogRow => ({ ...row, allowed: catalogs.includes(row.catalog) })),
      );
    });
  }

  /**
   * Handles a request for a catalog file.
   * @throws ApiError for invalid parameters, an unsatisfiable range, or an unavailable catalog
   */
  async download(
    kind: CatalogFile,
    request: ApiRequest,
    reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    const files = await this.files(kind, request, reply);
    const { status, chosen, first, end } = select(files, request.method, request.headers);
    if (status === 416) {
      reply.header('content-range', `bytes */${chosen.length}`);
      throw badRequest('range_not_satisfiable', '`Range` must begin before the end of the file.');
    }
    const isRead = status !== 304 && request.method === 'GET';
    // The bucket reads `Range`, but may ignore an `If-Range` that asks for the whole file.
    const isWholeDespiteRange = status === 200 && request.headers.range !== undefined;
    const url = chosen.encoding === 'gzip' ? chosen.gzip_url : undefined;
    if (isRead && url !== undefined && !isWholeDespiteRange) {
      reply.status(302).headers({ ...fileHeaders(chosen), location: url });
      return Buffer.alloc(0);
    }
    const content = isRead
      ? await this.open(chosen, first, end, request, reply)
      : Readable.from([]);
    reply.status(status).headers(fileHeaders(chosen));
    if (status === 304) return Buffer.alloc(0);
    if (status === 206) {
      reply.header('content-range', `bytes ${first}-${end - 1}/${chosen.length}`);
    }
    reply.headers({ 'content-type': CSV_TYPE, 'content-length': end - first });
    if (chosen.encoding === 'gzip') reply.header('content-encoding', 'gzip');
    return content;
  }

  /** Lists the files that the client can download, newest first. */
  private async files(kind: CatalogFile, request: ApiRequest, reply: FastifyReply) {
    const { operation, values } = validParameters(request, reply);
    const { payload } = await this.proxy.send(operation, values, request, reply.elapsedTime);
    const builds: CatalogVersion[] = JSON.parse(toText(payload));
    const encoding = prefersGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity';
    const catalog = values.catalog as Catalog;
    const files = builds.map((build) => encodedFile(catalog, kind, encoding, build));
    return files as [EncodedFile, ...EncodedFile[]];
  }

  /**
   * Opens a byte stream. Reads the first piece before it returns, so that an immediate failure results in an error
   * response.
   */
  private async open(
    file: EncodedFile,
    first: number,
    end: number,
    request: ApiRequest,
    { elapsedTime }: FastifyReply,
  ): Promise<Readable> {
    const finish = this.limit.start(principalOf(request).account);
    request.raw.socket.setTimeout(IDLE_TIMEOUT_MS);
    try {
      const beginning = await this.read(file, first, sizeAt(first, end), request, elapsedTime);
      const bytes = this.bytes(file, beginning, first, end, request);
      return Readable.from(bytes, { objectMode: false }).once('close', finish);
    } catch (error) {
      finish();
      throw error;
    }
  }

  /**
   * Yields the pieces of a file. While the client reads one piece, the gateway already reads the next ones from the
   * service.
   */
  private async *bytes(
    file: EncodedFile,
    beginning: Buffer,
    first: number,
    end: number,
    request: ApiRequest,
  ): AsyncGenerator<Buffer> {
    const ahead: Promise<Buffer>[] = [Promise.resolve(beginning)];
    let at = first + beginning.length;
    while (ahead.length > 0) {
      while (ahead.length <= READ_AHEAD && at < end) {
        const size = sizeAt(at, end);
        const reading = this.readWithRetries(file, at, size, request);
        // If the client disconnects, nothing awaits the promise. Without this handler, a failed read would then be an
        // unhandled rejection.
        reading.catch(() => undefined);
        ahead.push(reading);
        at += size;
      }
      yield await (ahead.shift() as Promise<Buffer>).catch((error: unknown) => {
        this.log.error({ requestId: request.id, err: error }, 'a download was aborted');
        throw error;
      });
    }
  }

  /**
   * Reads a piece of a catalog file. A failed read is retried, possibly on another instance. Every instance can
   * continue the download, because builds never change.
   */
  private async readWithRetries(
    file: EncodedFile,
    offset: number,
    length: number,
    request: ApiRequest,
  ): Promise<Buffer> {
    const retryUntil = performance.now() + TIMEOUT_MS;
    for (;;) {
      try {
        return await this.read(file, offset, length, request);
      } catch (error) {
        const passes = error instanceof ApiError && error.status > 500;
        if (!passes || performance.now() > retryUntil) throw error;
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  private async read(
    { catalog, file, version, encoding }: EncodedFile,
    offset: number,
    length: number,
    request: ApiRequest,
    elapsedMs = 0,
  ): Promise<Buffer> {
    const piece = { catalog, file, version, encoding, offset, length };
    const { payload } = await this.proxy.send(readCatalog, piece, request, elapsedMs);
    return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  }
}

/** Returns the length of the piece that begins at an offset. No piece spans two pieces of the store. */
function sizeAt(offset: number, end: number): number {
  return Math.min(MAX_READ_BYTES - (offset % MAX_READ_BYTES), end - offset);
}
