import { ApiError, type InternalOperation, type Operation, type RequestOf } from '@gcd/contracts';
import { traced, type Work } from '@gcd/traces';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type ConnectionState, watchConnection } from './connection.js';
import { type ReplyFrame, readReply, writeCall } from './frames.js';
import { Inbox, NobodyListensError, NoReplyError } from './inbox.js';
import type { Replicas } from './replicas.js';
import { RollCall } from './roll-call.js';

/** How long each attempt may take. A second one is made only when the first was not answered. */
const ATTEMPTS_MS = [1000, 3000];

/** What a service replied: finished, not parsed here. */
export type OperationReply = Pick<ReplyFrame, 'status' | 'payload' | 'pagination'>;

/** Calls operations over NATS. */
export class OperationClient {
  private readonly rollCall: RollCall;
  private readonly state: ConnectionState;
  private readonly inbox: Inbox;

  constructor(connection: NatsConnection) {
    this.state = watchConnection(connection);
    this.rollCall = new RollCall(connection);
    this.inbox = new Inbox(connection);
  }

  /** Whether calls can be sent now. */
  get isConnected(): boolean {
    return this.state.isUp;
  }

  /**
   * Calls an operation and waits for a service's reply. When no reply comes, tries once more, on a replica that answers others.
   * @throws ApiError `internal_error` (503) when no service listens or NATS is away, `timeout_error` when none replied in time
   */
  async call<O extends Operation | InternalOperation>(
    operation: O,
    request: RequestOf<O>,
    requestId: string,
  ): Promise<OperationReply> {
    const { subject } = operation;
    const replicas = this.rollCall.of(subject.slice(0, subject.indexOf('.')));
    const json = JSON.stringify(request);
    const began = performance.now();
    let failure: unknown;
    for (const [attempt, timeout] of ATTEMPTS_MS.entries()) {
      if (!this.state.isUp) throw unavailable(new Error('not connected to NATS'));
      const replica = attempt === 0 ? replicas.forCall() : replicas.forRetry(began);
      try {
        const { data } = await traced(
          () => callWork(subject, requestId, attempt),
          (work) => {
            const call = writeCall(requestId, timeout, json, work?.traceparent);
            return this.send(replica, subject, replicas, (to) =>
              this.inbox.request(to, call, timeout),
            );
          },
          (work, message) => {
            work.status = readReply(message.data).status;
          },
        );
        const reply = readReply(data);
        replicas.heard(reply.replica);
        return reply;
      } catch (error) {
        failure = error;
        if (!(error instanceof NoReplyError)) break;
      }
    }
    throw toApiError(failure);
  }

  /** Sends to one replica, or to any when there is none to prefer or that one is gone. */
  private async send(
    replica: string | null,
    subject: string,
    replicas: Replicas,
    request: (to: string) => Promise<Msg>,
  ): Promise<Msg> {
    if (replica) {
      try {
        return await request(`${subject}.${replica}`);
      } catch (error) {
        if (!(error instanceof NobodyListensError)) throw error;
        replicas.gone(replica);
      }
    }
    return request(subject);
  }
}

function callWork(subject: string, requestId: string, attempt: number): Work {
  return {
    name: subject,
    kind: 'client',
    attributes: { 'gcd.request_id': requestId, 'gcd.attempt': attempt + 1 },
  };
}

function toApiError(cause: unknown): ApiError {
  return cause instanceof NoReplyError
    ? new ApiError('timeout_error', 'The request took too long. Try again later.', { cause })
    : unavailable(cause);
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('internal_error', 'This part of the service is not available right now.', {
    status: 503,
    cause,
  });
}
