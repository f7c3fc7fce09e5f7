import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Counts the answers that are being made, by connection: what is lost with a connection is never finished. */
export class InFlight {
  private readonly counts = new Map<Socket, number>();
  private check = (): void => undefined;
  private total = 0;

  /** How many answers are being made. */
  get count(): number {
    return this.total;
  }

  begin(socket: Socket): void {
    const count = this.counts.get(socket);
    if (count === undefined) {
      socket.once('close', () => {
        this.total -= this.counts.get(socket) ?? 0;
        this.counts.delete(socket);
        this.check();
      });
    }
    this.counts.set(socket, (count ?? 0) + 1);
    this.total += 1;
  }

  end(socket: Socket): void {
    const count = this.counts.get(socket);
    if (count === undefined) return;
    this.counts.set(socket, count - 1);
    this.total -= 1;
    this.check();
  }

  /** Waits until no answer is being made, but not for ever. */
  async none(withinMs: number): Promise<void> {
    const none = new Promise<void>((resolve) => {
      this.check = () => {
        if (this.total === 0) resolve();
      };
      this.check();
    });
    await Promise.race([none, pause(withinMs, undefined, { ref: false })]);
  }
}
