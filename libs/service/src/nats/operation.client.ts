import { ApiError, type InternalOperation, type Operation, type RequestOf } from '@gcd/contracts';
import {
  headers,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { type ConnectionState, watchConnection } from './connection.js';
import {
  PAGINATION_HEADER,
  REPLICA_HEADER,
  REQUEST_ID_HEADER,
  STATUS_HEADER,
  TIMEOUT_HEADER,
} from './operation.headers.js';
import type { Replicas } from './replicas.js';
import { RollCall } from './roll-call.js';

/** How long each attempt may take. A second one is made only when the first was not answered. */
const ATTEMPTS_MS = [1000, 3000];

/** What a service replied: finished, not parsed here. */
export interface OperationReply {
  /** 200, or the status of the error. */
  readonly status: number;
  /** JSON of `data` of the envelope, or of `error` when the status is not 200. Bytes when the operation answers with these. */
  readonly payload: Uint8Array;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination: string | undefined;
}

/** Calls operations over NATS. */
export class OperationClient {
  private readonly rollCall: RollCall;
  private readonly state: ConnectionState;

  constructor(private readonly connection: NatsConnection) {
    this.state = watchConnection(connection);
    this.rollCall = new RollCall(connection);
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
    const payload = JSON.stringify(request);
    const began = performance.now();
    let failure: unknown;
    for (const [attempt, timeout] of ATTEMPTS_MS.entries()) {
      if (!this.state.isUp) throw unavailable(new Error('not connected to NATS'));
      const replica = attempt === 0 ? replicas.forCall() : replicas.forRetry(began);
      try {
        const send = (to: string) => this.send(to, payload, requestId, timeout);
        const reply = await this.sendTo(replica, subject, replicas, send);
        const sender = reply.headers?.get(REPLICA_HEADER);
        if (sender) replicas.heard(sender);
        return toReply(reply);
      } catch (error) {
        failure = error;
        if (!(error instanceof TimeoutError)) break;
      }
    }
    throw toApiError(failure);
  }

  /** Sends to one replica, or to any when there is none to prefer or that one is gone. */
  private async sendTo(
    replica: string | null,
    subject: string,
    replicas: Replicas,
    send: (to: string) => Promise<Msg>,
  ): Promise<Msg> {
    if (replica) {
      try {
        return await send(`${subject}.${replica}`);
      } catch (error) {
        if (!isAbsent(error)) throw error;
        replicas.gone(replica);
      }
    }
    return send(subject);
  }

  private send(subject: string, payload: string, requestId: string, timeout: number): Promise<Msg> {
    const callHeaders = headers();
    callHeaders.set(REQUEST_ID_HEADER, requestId);
    callHeaders.set(TIMEOUT_HEADER, String(timeout));
    return this.connection.request(subject, payload, { timeout, headers: callHeaders });
  }
}

function toReply(reply: Msg): OperationReply {
  return {
    status: Number(reply.headers?.get(STATUS_HEADER) || 200),
    payload: reply.data,
    pagination: reply.headers?.get(PAGINATION_HEADER) || undefined,
  };
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())
  );
}

function toApiError(error: unknown): ApiError {
  if (error instanceof TimeoutError) {
    return new ApiError('timeout_error', 'The request took too long. Try again later.', {
      cause: error,
    });
  }
  return unavailable(isAbsent(error) ? new Error('no service listens on the subject') : error);
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('internal_error', 'This part of the service is not available right now.', {
    status: 503,
    cause,
  });
}
