import type { Socket } from 'node:net';

/** Memory of the connections of an account. */
interface AccountMemory {
  bytes: number;
  /** Memory of each connection in bytes, ordered by the time of the last change. */
  readonly sizes: Map<Socket, number>;
}

/**
 * Limits the total memory that connections use. Above the limit, the account whose connections use the most memory
 * loses the connection whose memory has not changed for the longest time. No account can thus cause the connections of
 * an account that uses less memory to be closed.
 */
export class MemoryLimit {
  private readonly accounts = new Map<number | null, AccountMemory>();
  private readonly accountOf = new Map<Socket, number | null>();
  private total = 0;

  /** @param maxBytes maximum total size in bytes */
  constructor(private readonly maxBytes: number) {}

  /** Memory of all connections in bytes. */
  get bytes(): number {
    return this.total;
  }

  /**
   * Sets the memory of a connection.
   * @param account account that uses the connection; null if the account is unknown
   */
  set(socket: Socket, bytes: number, account: number | null): void {
    this.remove(socket);
    const memory = this.accounts.get(account) ?? { bytes: 0, sizes: new Map() };
    this.accounts.set(account, memory);
    this.accountOf.set(socket, account);
    memory.sizes.set(socket, bytes);
    memory.bytes += bytes;
    this.total += bytes;
    while (this.total > this.maxBytes) this.closeOne();
  }

  /** Stops counting the memory of a connection. */
  remove(socket: Socket): void {
    const account = this.accountOf.get(socket);
    if (account === undefined) return;
    this.accountOf.delete(socket);
    const memory = this.accounts.get(account) as AccountMemory;
    const bytes = memory.sizes.get(socket) as number;
    memory.sizes.delete(socket);
    memory.bytes -= bytes;
    this.total -= bytes;
    if (memory.sizes.size === 0) this.accounts.delete(account);
  }

  private closeOne(): void {
    const largest = [...this.accounts.values()].reduce((one, other) =>
      other.bytes > one.bytes ? other : one,
    );
    const oldest = largest.sizes.keys().next().value as Socket;
    this.remove(oldest);
    oldest.destroy();
  }
}
