import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UnreadResponses } from './unread.js';

/** When a connection has this many unanswered or unread requests, the server stops reading from the connection. */
const MAX_PIPELINED = 16;
/**
 * Two limits on the number of waiting requests across all connections. Above the lower limit, a connection is closed if
 * it is paused and receives a new request. Above the higher limit, every request that has to wait
 * closes its connection.
 */
const MAX_WAITING = 8192;
const MAX_WAITING_PAUSED = 4096;
/** A paused connection is closed if it has not completed a response for this number of milliseconds. */
const STALLED_TIMEOUT_MS = 10_000;

interface Connection {
  isBusy: boolean;
  /**
   * Functions that start the waiting requests of a connection. Each request starts once the previous response has been
   * sent and read.
   */
  readonly waiting: (() => void)[];
  stalled?: NodeJS.Timeout | undefined;
}

/** Handles the requests on each connection one at a time, which limits the memory that a connection can use. */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private onIdle = (): void => undefined;
  private waiting = 0;
  private handling = 0;

  // Requests with and without a key have separate limits, so that clients without a key cannot cause the connections of
  // authenticated clients to be closed.
  private readonly unread: UnreadResponses;
  private readonly unreadWithoutKey: UnreadResponses;

  /**
   * @param maxUnreadBytes maximum number of unread bytes in responses; requests with and without a key have separate
   * limits of this size
   */
  constructor(maxUnreadBytes: number) {
    this.unread = new UnreadResponses(maxUnreadBytes);
    this.unreadWithoutKey = new UnreadResponses(maxUnreadBytes);
  }

  /**
   * Wraps a request handler, so that a request starts only after the client has read the previous response on its
   * connection.
   */
  inTurn(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      this.begin(socket, () => {
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

  /** Counts a response as unread until the client has read it. */
  sent(socket: Socket, bytes: number, isWithoutKey: boolean): void {
    // If the client has disconnected, do not count the bytes. The `close` event has already fired, so they would never
    // be subtracted.
    if (bytes === 0 || !this.connections.has(socket)) return;
    (isWithoutKey ? this.unreadWithoutKey : this.unread).add(socket, bytes);
  }

  /** Waits until clients have read all responses. @param withinMs maximum wait in milliseconds */
  async idle(withinMs: number): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.onIdle = resolve;
      if (this.handling === 0) resolve();
    });
    await Promise.race([idle, pause(withinMs, undefined, { ref: false })]);
  }

  private begin(socket: Socket, start: () => void): void {
    const connection = this.connections.get(socket) ?? this.open(socket);
    if (!connection.isBusy) {
      connection.isBusy = true;
      this.handling += 1;
      start();
      return;
    }
    connection.waiting.push(start);
    this.waiting += 1;
    const isPaused = connection.waiting.length >= MAX_PIPELINED;
    if (isPaused) {
      socket.pause();
      connection.stalled ??= setTimeout(() => socket.destroy(), STALLED_TIMEOUT_MS).unref();
    }
    if (this.waiting > (isPaused ? MAX_WAITING_PAUSED : MAX_WAITING)) socket.destroy();
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
    this.waiting -= 1;
    if (connection.waiting.length >= MAX_PIPELINED) {
      connection.stalled?.refresh();
      process.nextTick(() => socket.pause());
    } else if (connection.stalled) {
      clearTimeout(connection.stalled);
      connection.stalled = undefined;
      socket.resume();
    }
    // Handle at most one request per connection in each event-loop tick.
    setImmediate(() => {
      if (this.connections.has(socket)) next();
    });
  }

  private open(socket: Socket): Connection {
    const connection: Connection = { isBusy: false, waiting: [] };
    this.connections.set(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      clearTimeout(connection.stalled);
      this.waiting -= connection.waiting.length;
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
