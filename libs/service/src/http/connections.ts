import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_HEADERS } from '@gcd/contracts';
import { MemoryLimit } from './memory-limit.js';

/** Maximum memory in bytes of requests that wait for the previous response on their connection to be read. */
const MAX_WAITING_BYTES = 32_000_000;
/**
 * Like `MAX_WAITING_BYTES`, but including requests on connections that are closing. Their memory is freed only at the
 * end of the event-loop iteration, after Node has read from all other connections.
 */
const MAX_QUEUED_BYTES = 2 * MAX_WAITING_BYTES;
/** Upper bounds on the memory in bytes of a request with its response, and of each string in their headers. */
const REQUEST_BYTES = 8192;
const STRING_BYTES = 64;
/** Maximum number of bytes that Node reads from a socket at once. */
const MAX_READ_BYTES = 65_536;

/**
 * A connection with at least this many waiting requests is closed if its client does not finish reading a response
 * within `STALLED_TIMEOUT_MS`.
 */
const MAX_WAITING = 16;
const STALLED_TIMEOUT_MS = 10_000;

/** Result by which Node's parser learns that a connection contains no further requests. */
const END_OF_HTTP = 2;

interface WaitingRequest {
  /** Starts the request once the previous response has been sent and read. */
  readonly start: () => void;
  readonly bytes: number;
}

interface Connection {
  isBusy: boolean;
  readonly waiting: WaitingRequest[];
  waitingBytes: number;
  stalled?: NodeJS.Timeout | undefined;
}

/** Handles the requests on each connection one at a time, which limits the memory that a connection can use. */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private onIdle = (): void => undefined;
  private handling = 0;
  /** Memory in bytes of all waiting requests, including those on connections that are closing. */
  private queuedBytes = 0;
  private readonly waiting = new MemoryLimit(MAX_WAITING_BYTES);

  // Requests with and without a key have separate limits, so that clients without a key cannot cause the connections of
  // authenticated clients to be closed.
  private readonly unread: MemoryLimit;
  private readonly unreadWithoutKey: MemoryLimit;

  /**
   * @param maxUnreadBytes maximum number of unread bytes in responses; requests with and without a key have separate
   * limits of this size
   */
  constructor(maxUnreadBytes: number) {
    this.unread = new MemoryLimit(maxUnreadBytes);
    this.unreadWithoutKey = new MemoryLimit(maxUnreadBytes);
  }

  /**
   * Wraps a request handler, so that a request starts only after the client has read the previous response on its
   * connection.
   */
  inTurn(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      this.begin(request, () => {
        response.once('close', () => this.end(socket));
        handle(request, response);
      });
    };
  }

  /** Number of requests that have started but whose responses have not been read. */
  get count(): number {
    return this.handling;
  }

  /** Number of bytes that were written to sockets and have not been read by clients. */
  get unreadBytes(): number {
    return this.unread.bytes + this.unreadWithoutKey.bytes;
  }

  /**
   * Counts a response as unread until the client has read it.
   * @param account account of the request; null if the request has no key
   */
  sent(socket: Socket, bytes: number, account: number | null): void {
    // If the client has disconnected, do not count the bytes. The `close` event has already fired, so they would never
    // be subtracted.
    if (bytes === 0 || !this.connections.has(socket)) return;
    (account === null ? this.unreadWithoutKey : this.unread).set(socket, bytes, account);
  }

  /** Waits until clients have read all responses. @param withinMs maximum wait in milliseconds */
  async idle(withinMs: number): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.onIdle = resolve;
      if (this.handling === 0) resolve();
    });
    await Promise.race([idle, pause(withinMs, undefined, { ref: false })]);
  }

  private begin(request: IncomingMessage, start: () => void): void {
    const { socket } = request;
    const connection = this.connections.get(socket) ?? this.open(socket);
    if (!connection.isBusy) {
      connection.isBusy = true;
      this.handling += 1;
      start();
      return;
    }
    const bytes = memoryOf(request);
    if (socket.destroyed || this.queuedBytes + bytes > MAX_QUEUED_BYTES) {
      closeNow(socket);
      return;
    }
    // Stop reading, so that at most one chunk of the connection's requests is in memory.
    socket.pause();
    this.queuedBytes += bytes;
    connection.waiting.push({ start, bytes });
    connection.waitingBytes += bytes;
    this.waiting.set(socket, connection.waitingBytes, null);
    if (connection.waiting.length < MAX_WAITING) return;
    connection.stalled ??= setTimeout(() => socket.destroy(), STALLED_TIMEOUT_MS).unref();
  }

  private end(socket: Socket): void {
    const connection = this.connections.get(socket);
    if (!connection?.isBusy) return;
    this.unread.remove(socket);
    this.unreadWithoutKey.remove(socket);
    const next = connection.waiting.shift();
    if (!next) {
      connection.isBusy = false;
      this.finished();
      return;
    }
    this.queuedBytes -= next.bytes;
    connection.waitingBytes -= next.bytes;
    if (connection.waiting.length >= MAX_WAITING) connection.stalled?.refresh();
    else {
      clearTimeout(connection.stalled);
      connection.stalled = undefined;
    }
    if (connection.waiting.length > 0) {
      this.waiting.set(socket, connection.waitingBytes, null);
      // Pause again, because Node resumes the socket after each response.
      process.nextTick(() => socket.pause());
    } else {
      this.waiting.remove(socket);
      socket.resume();
    }
    // Handle at most one request per connection in each event-loop tick.
    setImmediate(() => {
      if (this.connections.has(socket)) next.start();
    });
  }

  private open(socket: Socket): Connection {
    const connection: Connection = { isBusy: false, waiting: [], waitingBytes: 0 };
    this.connections.set(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      clearTimeout(connection.stalled);
      this.waiting.remove(socket);
      this.queuedBytes -= connection.waitingBytes;
      if (!connection.isBusy) return;
      this.unread.remove(socket);
      this.unreadWithoutKey.remove(socket);
      this.finished();
    });
    return connection;
  }

  private finished(): void {
    this.handling -= 1;
    if (this.handling === 0) this.onIdle();
  }
}

/**
 * Closes a connection, and stops its parser. Otherwise, Node would create objects for all requests that it has already
 * read from the connection.
 */
function closeNow(socket: Socket): void {
  socket.destroy();
  const { parser } = socket as { parser?: { onIncoming(): number } | null };
  if (parser) parser.onIncoming = () => END_OF_HTTP;
}

/** Estimates the memory in bytes of a request whose body is not read. */
function memoryOf({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = REQUEST_BYTES + url.length + STRING_BYTES * rawHeaders.length;
  // Node discards headers above the limit, which may include the length of a body.
  let bodyBytes = rawHeaders.length < 2 * MAX_HEADERS ? 0 : MAX_READ_BYTES;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    bytes += name.length + value.length;
    if (/^content-length$/i.test(name)) bodyBytes = Math.max(bodyBytes, Number(value));
    else if (/^transfer-encoding$/i.test(name)) bodyBytes = MAX_READ_BYTES;
  }
  return bytes + Math.min(bodyBytes, MAX_READ_BYTES);
}
