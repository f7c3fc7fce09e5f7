import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UnreadResponses } from './unread.js';

/** Requests of one connection that may be unanswered or unread before the connection is paused. */
const MAX_PIPELINED = 16;
/** Requests that wait on all connections together; beyond the second bound only connections that were paused are closed. */
const MAX_WAITING = 32_768;
const MAX_WAITING_PAUSED = 4096;
/** A paused connection on which no response completes for so long is closed. */
const STALLED_TIMEOUT_MS = 10_000;

/** A connection that was refused twice within so long is not read for as long. */
const REFUSED_PAUSE_MS = 1000;

interface Connection {
  isBusy: boolean;
  refusedAt: number;
  /** Whether it is not read for a while. */
  isResting: boolean;
  /** Requests that start when those before them are answered and read. */
  readonly waiting: (() => void)[];
  stalled?: NodeJS.Timeout | undefined;
}

/** Bounds what one connection can make the gateway hold: the requests of a connection are handled one after the other. */
export class Connections {
  private readonly connections = new Map<Socket, Connection>();
  private onIdle = (): void => undefined;
  private waiting = 0;
  private handling = 0;

  // Separate bounds: requests without a key cannot close the connections of clients that have one.
  private readonly unread: UnreadResponses;
  private readonly unreadWithoutKey: UnreadResponses;

  /** @param maxUnreadBytes of responses to requests with a key, and again of others */
  constructor(maxUnreadBytes: number) {
    this.unread = new UnreadResponses(maxUnreadBytes);
    this.unreadWithoutKey = new UnreadResponses(maxUnreadBytes);
  }

  /** Has a handler of requests start each when the response before it on the connection has been read. */
  inTurn(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      this.begin(socket, () => {
        response.once('close', () => this.end(socket));
        handle(request, response);
      });
    };
  }

  /** Requests that were started and whose responses have not been read. */
  get count(): number {
    return this.handling;
  }

  /** Bytes of responses that were handed to sockets and have not been read. */
  get unreadBytes(): number {
    return this.unread.bytes + this.unreadWithoutKey.bytes;
  }

  /** Counts a response that is handed to a socket until it has been read. */
  sent(socket: Socket, bytes: number, isWithoutKey: boolean): void {
    if (bytes > 0) (isWithoutKey ? this.unreadWithoutKey : this.unread).add(socket, bytes);
  }

  /**
   * Has a connection rest when its client goes on sending at once after a refusal, for which `Retry-After` says three seconds at
   * least: refusing it again and again would cost what others are then not given.
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

  /** Waits until all responses have been read. @param withinMs the longest wait */
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
    // Node resumes the connection with each response, in a tick of its own.
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
    // One of each connection per event-loop tick.
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
