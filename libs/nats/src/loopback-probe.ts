import type { NatsConnection } from '@nats-io/transport-node';
import { type ConnectionState, watchConnection } from './connection.js';

const CHECK_MS = 2000;

/**
 * Detects that this process no longer receives messages although its connection is up. The process sends itself a probe
 * and then pings the server. On a working connection, the probe arrives before the reply to the ping, even if the
 * server is slow.
 */
export class LoopbackProbe {
  private readonly state: ConnectionState;
  private received = false;
  private hasReceived = false;
  private stalled = false;

  /** @param subject a subject that the user of the connection may publish to and only this process subscribes to */
  constructor(
    private readonly connection: NatsConnection,
    private readonly subject: string,
  ) {
    this.state = watchConnection(connection);
    connection.subscribe(subject, {
      // The callback receives an error if the server rejects the subscription.
      callback: (error) => {
        if (!error) this.received = true;
      },
    });
    const check = (): void => void this.check().catch(() => undefined);
    check();
    const timer = setInterval(check, CHECK_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /**
   * Whether probes no longer arrive. False until the first probe has arrived, because the NATS user may not be allowed
   * to publish to the subject.
   */
  get isStalled(): boolean {
    return this.stalled;
  }

  private async check(): Promise<void> {
    if (!this.state.isUp || this.connection.isDraining()) return;
    this.received = false;
    this.connection.publish(this.subject);
    await this.connection.flush();
    if (this.received) this.hasReceived = true;
    this.stalled = this.hasReceived && !this.received;
  }
}
