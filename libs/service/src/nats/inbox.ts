import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { inboxOf } from './connection.js';

/** No reply came in time. */
export class NoReplyError extends Error {}

/** Nobody listens on the subject. */
export class NobodyListensError extends Error {}

interface Waiting {
  readonly resolve: (reply: Msg) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const NO_RESPONDERS = 503;

/** One subscription for the replies to all calls: the connection's own requests cost several times as much. */
export class Inbox {
  private readonly prefix: string;
  private readonly waiting = new Map<string, Waiting>();
  private next = 0;

  constructor(private readonly connection: NatsConnection) {
    this.prefix = inboxOf(connection);
    connection.subscribe(`${this.prefix}.*`, {
      callback: (error, reply) => {
        if (!error) this.settle(reply);
      },
    });
  }

  /**
   * Publishes a message and waits for one reply.
   * @param timeout in milliseconds
   * @throws NoReplyError, NobodyListensError
   */
  request(subject: string, payload: string, timeout: number): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const token = (this.next++).toString(36);
      const timer = setTimeout(() => {
        this.waiting.delete(token);
        reject(new NoReplyError(`no reply to ${subject} within ${timeout} ms`));
      }, timeout);
      this.waiting.set(token, { resolve, reject, timer });
      this.connection.publish(subject, payload, { reply: `${this.prefix}.${token}` });
    });
  }

  private settle(reply: Msg): void {
    const token = reply.subject.slice(this.prefix.length + 1);
    const waiting = this.waiting.get(token);
    // A reply that comes too late is nobody's.
    if (!waiting) return;
    this.waiting.delete(token);
    clearTimeout(waiting.timer);
    if (reply.data.length === 0 && reply.headers?.code === NO_RESPONDERS) {
      waiting.reject(new NobodyListensError('no service listens on the subject'));
    } else waiting.resolve(reply);
  }
}
