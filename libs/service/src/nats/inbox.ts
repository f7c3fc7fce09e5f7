import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { readReplies, TickBatch, writeRequests } from './batches.js';
import { type ConnectionState, inboxOf } from './connection.js';

export class NoReplyError extends Error {}

/** Thrown if no service subscribes to the subject of a request. The request was not delivered. */
export class NoRespondersError extends Error {}

/**
 * Thrown if the instance that received a request became unavailable or sent a malformed reply, or if the connection was
 * lost. The reply may never arrive.
 */
export class ReplyLostError extends Error {}

export interface PendingRequest {
  /** Whether to send the request again if the instance that received it becomes unavailable. */
  readonly canRetry: boolean;
  reject(error: Error): void;
}

/** The instance that receives a request. */
export interface RequestTarget {
  /** Subject for batches; undefined if the instance does not accept them. */
  readonly batches: string | undefined;
  /** Requests that are waiting for a reply from the instance. */
  readonly pending: Set<PendingRequest>;
}

/** A message that contains at least one pending request. */
interface SentMessage {
  readonly token: string;
  readonly requests: readonly InboxRequest[];
  readonly isBatch: boolean;
  unsettled: number;
}

/** If a timer fires more than this many milliseconds late, the process must have been suspended. */
const MAX_TIMER_LAG_MS = 200;
/**
 * Additional time in milliseconds for a request that timed out while the process was suspended. Its reply may already
 * have arrived.
 */
const LATE_REPLIES_MS = 250;

/** Status in the header of the reply that NATS itself sends if a subject has no subscribers. */
export const NO_RESPONDERS = 503;

/**
 * Receives the replies to all requests with a single subscription. The client library's own request method costs
 * several times as much.
 */
export class Inbox {
  private readonly prefix: string;
  private readonly messages = new Map<string, SentMessage>();
  /** Batches of requests, by the instance that receives them. */
  private readonly batches = new WeakMap<RequestTarget, TickBatch<InboxRequest>>();
  private next = 0;

  constructor(
    private readonly connection: NatsConnection,
    state: ConnectionState,
  ) {
    this.prefix = inboxOf(connection);
    connection.subscribe(`${this.prefix}.*`, {
      callback: (error, reply) => {
        if (!error) this.receive(reply);
      },
    });
    state.onDown(() => {
      const error = new ReplyLostError('the connection to NATS was lost');
      for (const { requests } of [...this.messages.values()]) {
        for (const request of requests) request.reject(error);
      }
    });
  }

  /**
   * Sends a request and waits for the reply frame.
   * @param subject subject of the operation
   * @param timeout timeout in milliseconds
   * @param target the instance that receives the request; undefined for any instance of the subject's queue group
   * @param canRetry whether the request is sent again if the reply is lost
   * @throws NoReplyError, NoRespondersError, ReplyLostError
   */
  request(
    subject: string,
    frame: string,
    timeout: number,
    target: RequestTarget | undefined,
    canRetry: boolean,
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const settled = (request: InboxRequest): void => this.settled(request, target);
      const outcome = { resolve, reject, settled };
      const request = new InboxRequest(subject, frame, outcome, timeout, canRetry);
      target?.pending.add(request);
      if (target?.batches) this.batchOf(target, target.batches).add(request);
      else this.send(subject, [request], false);
    });
  }

  private batchOf(target: RequestTarget, subject: string): TickBatch<InboxRequest> {
    const known = this.batches.get(target);
    if (known) return known;
    const batch = new TickBatch<InboxRequest>((requests) => this.send(subject, requests, true));
    this.batches.set(target, batch);
    return batch;
  }

  private send(subject: string, all: readonly InboxRequest[], isBatch: boolean): void {
    const requests = all.filter(({ isSettled }) => !isSettled);
    if (requests.length === 0) return;
    const token = (this.next++).toString(36);
    const message = { token, requests, isBatch, unsettled: requests.length };
    for (const request of requests) request.message = message;
    this.messages.set(token, message);
    const payload = isBatch ? writeRequests(requests) : (requests[0] as InboxRequest).frame;
    try {
      this.connection.publish(subject, payload, { reply: `${this.prefix}.${token}` });
    } catch (cause) {
      // Publishing throws while the connection is closing.
      const error = new ReplyLostError('the request could not be sent', { cause });
      for (const request of requests) request.reject(error);
    }
  }

  private settled(request: InboxRequest, target: RequestTarget | undefined): void {
    target?.pending.delete(request);
    const { message } = request;
    if (!message) return;
    message.unsettled -= 1;
    if (message.unsettled === 0) this.messages.delete(message.token);
  }

  private receive(reply: Msg): void {
    const message = this.messages.get(reply.subject.slice(this.prefix.length + 1));
    // The request has already timed out.
    if (!message) return;
    const { requests, isBatch } = message;
    if (reply.data.length === 0 && reply.headers?.code === NO_RESPONDERS) {
      for (const request of requests) {
        request.reject(new NoRespondersError(`no service subscribes to ${request.subject}`));
      }
    } else if (!isBatch) requests[0]?.resolve(reply.data);
    else {
      try {
        readReplies(reply.data, (index, frame) => requests[index]?.resolve(frame));
      } catch (cause) {
        // An exception in this callback would stop the client library from reading any further messages.
        const error = new ReplyLostError('the reply is malformed', { cause });
        for (const request of requests) request.reject(error);
      }
    }
  }
}

interface Outcome {
  resolve(frame: Uint8Array): void;
  reject(error: Error): void;
  settled(request: InboxRequest): void;
}

class InboxRequest implements PendingRequest {
  message?: SentMessage;
  isSettled = false;
  private timer: NodeJS.Timeout;

  constructor(
    readonly subject: string,
    readonly frame: string,
    private readonly outcome: Outcome,
    timeout: number,
    readonly canRetry: boolean,
  ) {
    const expire = (): void =>
      this.reject(new NoReplyError(`no reply to ${subject} within ${timeout} ms`));
    const due = performance.now() + timeout;
    this.timer = setTimeout(() => {
      const isLate = performance.now() - due > MAX_TIMER_LAG_MS;
      this.timer = setTimeout(expire, isLate ? LATE_REPLIES_MS : 0);
    }, timeout);
  }

  resolve(frame: Uint8Array): void {
    if (this.end()) this.outcome.resolve(frame);
  }

  reject(error: Error): void {
    if (this.end()) this.outcome.reject(error);
  }

  private end(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.outcome.settled(this);
    return true;
  }
}
