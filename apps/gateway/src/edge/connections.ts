import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UnreadResponses } from './unread.js';

/** Requests per connection that may be unanswered or unread before the connection is paused. */
const MAX_PIPELINED = 16;
/**
 * Limits on waiting requests of all connections. Above the second one, only paused connections are closed.
 */
const MAX_WAITING = 32_768;
const MAX_WAITING_PAUSED = 4096;
/** A paused connection that completes no response for this long is closed. */
const STALLED_TIMEOUT_MS = 10_000;

/** A connection that was rejected twice within this time is not read for the same time. */
const REFUSED_PAUSE_MS = 1000;

interface Connection {
  isBusy: boolean;
  refusedAt: number;
  /** Whether reading is suspended for a while. */
  isResting: boolean;
  /** Requests that start when the responses before them have been sent and read. */
  readonly waiting: (() => void)[];
  stalled?: NodeJS.Timeout | undefined;
}

/** Bounds what one connection can make the gateway hold, by handling its requests one after the other. */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private onIdle = (): void => undefined;
  private waiting = 0;
  private handling = 0;

  // Separate limits, so that requests without a key cannot close connections of authenticated clients.
  private readonly unread: UnreadResponses;
  private readonly unreadWithoutKey: UnreadResponses;

  /** @param maxUnreadBytes limit for responses to requests with a key, and again for all others */
  constructor(maxUnreadBytes: number) {
    this.unread = new UnreadResponses(maxUnreadBytes);
    this.unreadWithoutKey = new UnreadResponses(maxUnreadBytes);
  }

  /**
   * Wraps a request handler so that each request starts once the client has read the previous response on the
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

  /** Requests that have started and whose responses have not been read. */
  get count(): number {
    return this.handling;
  }

  /** Bytes that were written to sockets and not read by clients. */
  get unreadBytes(): number {
    return this.unread.bytes + this.unreadWithoutKey.bytes;
  }

  /** Counts a response as unread from now until the client has read it. */
  sent(socket: Socket, bytes: number, isWithoutKey: boolean): void {
    // A client that has gone reads nothing, and its connection does not close again.
    if (bytes === 0 || !this.connections.has(socket)) return;
    (isWithoutKey ? this.unreadWithoutKey : this.unread).add(socket, bytes);
  }

  /**
   * Suspends reading from a client that keeps sending right after a rejection, although `Retry-After` is at
   * least three seconds: rejecting it again and again would take capacity from others.
   */
  refused(socket: Socket): void {
    const connection = this.connections.get(socket);
    if (!connection) return;
    const now = performance.now();
    connection.isResting = now - connection.refusedAt < REFUSED_PAUSE_MS;
    connection.refusedAt = now;
    if (!connection.isResting) return;
    setTimeout(() => {
      connection.isResting = false;
      connection.refusedAt = performance.now();
      if (!connection.stalled) socket.resume();
    }, REFUSED_PAUSE_MS).unref();
  }

  /** Waits until all responses have been read. @param withinMs timeout */
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
    // Node resumes the connection after each response, in a separate tick.
    if (connection.isResting) process.nextTick(() => socket.pause());
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
      if (!connection.isResting) socket.resume();
    }
    // One request per connection and event-loop tick.
    setImmediate(() => {
      if (this.connections.has(socket)) next();
    });
  }

  private open(socket: Socket): Connection {
    const connection: Connection = {
      isBusy: false,
      refusedAt: Number.NEGATIVE_INFINITY,
      isResting: false,
      waiting: [],
    };
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
