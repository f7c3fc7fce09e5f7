import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Maximum number of open requests on one connection. A client that pipelines more requests is disconnected. */
const MAX_PIPELINED = 64;

const OPEN = Symbol('open request');
type TrackedMessage = IncomingMessage & { [OPEN]?: OpenRequest };

interface OpenRequest {
  /** Account that the request counts toward; undefined until {@link OpenRequests.assign}. */
  account: number | undefined;
  /** Number of services that are working on the request, plus one until the connection has taken the response. */
  parts: number;
  /** Called if the connection takes the response or closes; undefined until there is a listener. */
  onClose: Set<() => void> | undefined;
}

/**
 * Counts open requests by connection and by account. A request is open until its connection has taken the last byte of
 * the response or has closed, and all services that work on the request have replied. Unread responses and work for
 * clients that have disconnected therefore stay limited.
 */
export class OpenRequests {
  private readonly connections = new Map<Socket, Set<OpenRequest>>();
  private readonly onAnswered = new WeakMap<Socket, () => void>();
  private readonly accounts = new Map<number, number>();
  private open = 0;
  private onIdle = (): void => undefined;

  /** Number of open requests. */
  get count(): number {
    return this.open;
  }

  /** Wraps the request handler of a server, so that all its requests are counted. */
  track(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      // Node still reports the requests that it has already read from a connection.
      if (socket.destroyed) return;
      const connection = this.connections.get(socket) ?? this.connect(socket);
      if (connection.size >= MAX_PIPELINED) {
        socket.destroy();
        return;
      }
      const opened: OpenRequest = { account: undefined, parts: 1, onClose: undefined };
      this.open += 1;
      connection.add(opened);
      (request as TrackedMessage)[OPEN] = opened;
      response.once('finish', () => {
        if (!connection.delete(opened)) return;
        this.close(opened);
        if (connection.size === 0) this.onAnswered.get(socket)?.();
      });
      handle(request, response);
    };
  }

  /**
   * Counts a request toward its account.
   * @param max maximum number of open requests of the account
   * @returns false if the account has too many open requests
   */
  assign(request: IncomingMessage, account: number, max: number): boolean {
    const count = this.accounts.get(account) ?? 0;
    if (count >= max) return false;
    const opened = (request as TrackedMessage)[OPEN];
    if (!opened || opened.parts === 0) return true;
    opened.account = account;
    this.accounts.set(account, count + 1);
    return true;
  }

  /** Whether the client is still waiting for the response, or a service is working on the request. */
  isOpen(request: IncomingMessage): boolean {
    return ((request as TrackedMessage)[OPEN]?.parts ?? 0) > 0;
  }

  /** Keeps an open request open while a service works on it. */
  async during<Result>(request: IncomingMessage, work: () => Promise<Result>): Promise<Result> {
    const opened = (request as TrackedMessage)[OPEN];
    if (!opened) return work();
    opened.parts += 1;
    try {
      return await work();
    } finally {
      this.end(opened);
    }
  }

  /**
   * Calls a function once if the client disconnects.
   * @returns a function that removes the listener
   */
  onClose(request: IncomingMessage, listener: () => void): () => void {
    const opened = (request as TrackedMessage)[OPEN];
    if (!opened) return () => undefined;
    const listeners = opened.onClose ?? new Set();
    opened.onClose = listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Calls a function once a connection has taken the responses to all its open requests. */
  afterResponses(socket: Socket, callback: () => void): void {
    if (this.connections.get(socket)?.size) this.onAnswered.set(socket, callback);
    else callback();
  }

  /** Waits until no request is open. @param withinMs maximum wait in milliseconds */
  async idle(withinMs: number): Promise<void> {
    if (this.open === 0) return;
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    await Promise.race([idle, pause(withinMs)]);
  }

  private connect(socket: Socket): Set<OpenRequest> {
    const connection = new Set<OpenRequest>();
    this.connections.set(socket, connection);
    socket.once('close', () => {
      this.connections.delete(socket);
      for (const opened of connection) this.close(opened);
      connection.clear();
    });
    return connection;
  }

  private close(opened: OpenRequest): void {
    for (const listener of opened.onClose ?? []) listener();
    this.end(opened);
  }

  private end(opened: OpenRequest): void {
    opened.parts -= 1;
    if (opened.parts > 0) return;
    this.open -= 1;
    if (this.open === 0) this.onIdle();
    const { account } = opened;
    if (account === undefined) return;
    const count = (this.accounts.get(account) ?? 0) - 1;
    if (count > 0) this.accounts.set(account, count);
    else this.accounts.delete(account);
  }
}
