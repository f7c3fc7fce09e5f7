import type { Socket } from 'node:net';

/**
 * Limits the total memory that connections use. Above the limit, the connection whose memory has not changed for the
 * longest time is closed.
 */
export class MemoryLimit {
  private readonly sizes = new Map<Socket, number>();
  private total = 0;

  /** @param maxBytes maximum total size in bytes */
  constructor(private readonly maxBytes: number) {}

  /** Memory of all connections in bytes. */
  get bytes(): number {
    return this.total;
  }

  /** Sets the memory of a connection. */
  set(socket: Socket, bytes: number): void {
    this.remove(socket);
    this.sizes.set(socket, bytes);
    this.total += bytes;
    for (const [oldest] of this.sizes) {
      if (this.total <= this.maxBytes) return;
      this.remove(oldest);
      oldest.destroy();
    }
  }

  /** Stops counting the memory of a connection. */
  remove(socket: Socket): void {
    const bytes = this.sizes.get(socket);
    if (bytes === undefined) return;
    this.sizes.delete(socket);
    this.total -= bytes;
  }
}
