import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type ConnectionState, inboxOf } from './connection.js';

/** No reply came in time. */
export class NoReplyError extends Error {}

/** Nobody listens on the subject: the request has reached no one. */
export class NoRespondersError extends Error {}

/** The instance that has the request is unavailable, or the connection was lost: the reply may never come. */
export class ReplyLostError extends Error {}

/** A request that waits for its reply. */
export interface PendingRequest {
  readonly resolve: (reply: Msg) => void;
  /** Gives it up. */
  readonly reject: (error: Error) => void;
}

const NO_RESPONDERS = 503;

/** One subscription for the replies to all requests: the connection's own requests cost several times as much. */
export class Inbox {
  private readonly prefix: string;
  private readonly pending = new Map<string, PendingRequest>();
  private next = 0;

  constructor(
    private readonly connection: NatsConnection,
    state: ConnectionState,
  ) {
    this.prefix = inboxOf(connection);
    connection.subscribe(`${this.prefix}.*`, {
      callback: (error, reply) => {
        if (!error) this.settle(reply);
      },
    });
    state.onDown(() => {
      const error = new ReplyLostError('the connection to NATS was lost');
      for (const { reject } of [...this.pending.values()]) reject(error);
    });
  }

  /**
   * Publishes a message and waits for one reply.
   * @param timeout in milliseconds
   * @param group holds the request while it is pending
   * @throws NoReplyError, NoRespondersError, ReplyLostError
   */
  request(
    subject: string,
    payload: string,
    timeout: number,
    group?: Set<PendingRequest>,
  ): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const token = (this.next++).toString(36);
      const end = (): void => {
        clearTimeout(timer);
        this.pending.delete(token);
        group?.delete(request);
      };
      const request: PendingRequest = {
        resolve: (reply) => {
          end();
          resolve(reply);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(
        () => request.reject(new NoReplyError(`no reply to ${subject} within ${timeout} ms`)),
        timeout,
      );
      this.pending.set(token, request);
      group?.add(request);
      this.connection.publish(subject, payload, { reply: `${this.prefix}.${token}` });
    });
  }

  private settle(reply: Msg): void {
    // A reply that comes too late is for nobody.
    const request = this.pending.get(reply.subject.slice(this.prefix.length + 1));
    if (reply.data.length === 0 && reply.headers?.code === NO_RESPONDERS) {
      request?.reject(new NoRespondersError('no service listens on the subject'));
    } else request?.resolve(reply);
  }
}
