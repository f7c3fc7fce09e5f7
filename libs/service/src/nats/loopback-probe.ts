import type { NatsConnection } from '@nats-io/transport-node';
import { type ConnectionState, watchConnection } from './connection.js';

const CHECK_MS = 2000;

/**
 * Notices that nothing reaches this process over NATS though its connection is up. What it tells itself comes back before the
 * server's answer to a ping that is sent after it, so a server that is slow, hangs or is away does not look like deafness.
 */
export class LoopbackProbe {
  private readonly state: ConnectionState;
  private hears = false;
  private hasHeard = false;
  private deaf = false;

  /** @param subject that only this process listens on, under what its user may hear and say */
  constructor(
    private readonly connection: NatsConnection,
    private readonly subject: string,
  ) {
    this.state = watchConnection(connection);
    connection.subscribe(subject, {
      // An error is what the server says of the subscription.
      callback: (error) => {
        if (!error) this.hears = true;
      },
    });
    const check = (): void => void this.check().catch(() => undefined);
    check();
    const timer = setInterval(check, CHECK_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /** False before it has heard anything: its user may not be allowed to tell itself. */
  get isStalled(): boolean {
    return this.deaf;
  }

  private async check(): Promise<void> {
    if (!this.state.isUp || this.connection.isDraining()) return;
    this.hears = false;
    this.connection.publish(this.subject);
    await this.connection.flush();
    if (this.hears) this.hasHeard = true;
    this.deaf = this.hasHeard && !this.hears;
  }
}
