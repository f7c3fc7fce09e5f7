import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ApiError,
  badRequest,
  type Catalog,
  type CatalogVersion,
  downloadCatalog,
  type downloadCatalogPopulations,
  MAX_READ_BYTES,
  type RequestOf,
  readCatalog,
} from '@gcd/contracts';
import { LOGGER, type Logger, OperationClient } from '@gcd/service';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthenticatedRequest, principalOf } from '../auth/api-key.guard.js';
import { prefersGzip, select } from '../edge/conditional-request.js';
import { OperationProxy } from '../operations/operation-proxy.js';
import { type EncodedFile, encodedFile, fileHeaders } from './encoded-file.js';
import { type DownloadSlot, DownloadSlots } from './slots.js';

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
// Size in bytes of each read while many downloads are in progress. The NATS client receives messages of this size
// without copying them. With few downloads, reads are larger and therefore more efficient.
const SMALL_READ_BYTES = 32 * 1024;
const FEW_DOWNLOADS = 2;
const READ_AHEAD = 2;
// Idle timeout of a download in milliseconds. It is longer than that of other responses, because a slow client may take
// minutes to read what is in the socket buffers.
const IDLE_TIMEOUT_MS = 300_000;
// Maximum time in milliseconds that a download waits for the service or NATS to recover.
const TIMEOUT_MS = 10_000;
const TRY_AGAIN_MS = 250;

type Download = typeof downloadCatalog | typeof downloadCatalogPopulations;

/** Streams catalog files. The gateway reads pieces from the service only as fast as the client reads the response. */
@Injectable()
export class CatalogDownloads {
  private readonly slots = new DownloadSlots();

  constructor(
    private readonly operations: OperationProxy,
    private readonly client: OperationClient,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Handles a request for a catalog file. The adaptive limit on requests in flight uses the time to the first piece as
   * the latency of the download.
   * @throws ApiError for invalid parameters, an unsatisfiable range, or an unavailable catalog
   */
  handle(
    operation: Download,
    request: AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    const begin = () => this.begin(operation, request, reply);
    return request.slot ? request.slot.measure(begin, () => false) : begin();
  }

  private async begin(
    operation: Download,
    request: AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    const { catalog } = this.operations.parameters(operation, request, reply);
    const files = await this.files(operation, catalog, request, reply);
    const { status, chosen, first, end } = select(files, request.method, request.headers);
    if (status === 416) {
      reply.header('content-range', `bytes */${chosen.length}`);
      throw badRequest('range_not_satisfiable', '`Range` must begin before the end of the file.');
    }
    const isRead = status !== 304 && request.method === 'GET';
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
  private async files(
    operation: Download,
    catalog: Catalog,
    request: FastifyRequest,
    { elapsedTime }: FastifyReply,
  ): Promise<[EncodedFile, ...EncodedFile[]]> {
    const response = await this.call(operation, { catalog }, request.id, elapsedTime);
    const versions: CatalogVersion[] = JSON.parse(response.toString());
    const file = operation === downloadCatalog ? 'cards' : 'populations';
    const encoding = prefersGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity';
    return versions.map((version) => encodedFile(catalog, file, encoding, version)) as [
      EncodedFile,
      ...EncodedFile[],
    ];
  }

  /**
   * Opens a byte stream. Reads the first piece before it returns, so that an immediate failure results in an error
   * response.
   */
  private async open(
    file: EncodedFile,
    first: number,
    end: number,
    request: AuthenticatedRequest,
    { elapsedTime }: FastifyReply,
  ): Promise<Readable> {
    const slot = this.slots.take(principalOf(request).account);
    request.raw.socket.setTimeout(IDLE_TIMEOUT_MS);
    try {
      const size = this.sizeAt(first, end);
      // The first read does not wait for its turn, so that one slow read does not delay the start of other downloads.
      // The adaptive limit on requests in flight covers first reads.
      const beginning = await this.read(file, first, size, request.id, elapsedTime);
      const bytes = this.bytes(file, beginning, first, end, request.id, slot);
      return Readable.from(bytes, { objectMode: false }).once('close', slot.release);
    } catch (error) {
      slot.release();
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
    requestId: string,
    slot: DownloadSlot,
  ): AsyncGenerator<Buffer> {
    const ahead: Promise<Buffer>[] = [Promise.resolve(beginning)];
    let at = first + beginning.length;
    while (ahead.length > 0) {
      while (ahead.length <= READ_AHEAD && at < end) {
        const size = this.sizeAt(at, end);
        const reading = this.readWithRetries(file, at, size, requestId, slot);
        // If the client disconnects, nothing awaits the promise. Without this handler, a failed read would then be an
        // unhandled rejection.
        reading.catch(() => undefined);
        ahead.push(reading);
        at += size;
      }
      yield await (ahead.shift() as Promise<Buffer>).catch((error: unknown) => {
        this.log.error({ requestId, err: error }, 'a download was aborted');
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
    requestId: string,
    slot: DownloadSlot,
  ): Promise<Buffer> {
    const retryUntil = performance.now() + TIMEOUT_MS;
    for (;;) {
      try {
        return await slot.inTurn(() => this.read(file, offset, length, requestId));
      } catch (error) {
        const passes = error instanceof ApiError && error.status > 500;
        if (!passes || performance.now() > retryUntil) throw error;
      }
      await pause(TRY_AGAIN_MS);
    }
  }

  private read(
    { catalog, file, version, encoding }: EncodedFile,
    offset: number,
    length: number,
    requestId: string,
    elapsedMs = 0,
  ): Promise<Buffer> {
    const request = { catalog, file, version, encoding, offset, length };
    return this.call(readCatalog, request, requestId, elapsedMs);
  }

  /**
   * Returns the length of the next read. The read ends at a multiple of the read size, so that no read spans two pieces
   * of the store.
   */
  private sizeAt(offset: number, end: number): number {
    const most = this.slots.total > FEW_DOWNLOADS ? SMALL_READ_BYTES : MAX_READ_BYTES;
    return Math.min(most - (offset % most), end - offset);
  }

  private async call<O extends Download | typeof readCatalog>(
    operation: O,
    request: RequestOf<O>,
    requestId: string,
    elapsedMs: number,
  ): Promise<Buffer> {
    const { status, payload } = await this.client.call(operation, request, requestId, elapsedMs);
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    if (status === 200) return bytes;
    const { code, message, details } = JSON.parse(bytes.toString());
    throw new ApiError(code, message, { details, status });
  }
}
