import type { Socket } from 'node:net';

/**
 * Limits the memory of unread responses. Above the limit, the connection whose response has been unread the longest is
 * closed.
 */
export class UnreadResponses {
  private readonly sizes = new Map<Socket, number>();
  private total = 0;

  /** @param maxBytes maximum total size in bytes of all unread responses */
  constructor(private readonly maxBytes: number) {}

  /** Number of bytes that were written to sockets and have not been read by clients. */
  get bytes(): number {
    return this.total;
  }

  /** Counts a response that is written to a socket. Each connection has at most one such response at a time. */
  add(socket: Socket, bytes: number): void {
    this.remove(socket);
    this.sizes.set(socket, bytes);
    this.total += bytes;
    for (const [oldest] of this.sizes) {
      if (this.total <= this.maxBytes) return;
      this.remove(oldest);
      oldest.destroy();
    }
  }

  /** Stops counting the response of a connection, because the client has read the response or disconnected. */
  remove(socket: Socket): void {
    const bytes = this.sizes.get(socket);
    if (bytes === undefined) return;
    this.sizes.delete(socket);
    this.total -= bytes;
  }
}
