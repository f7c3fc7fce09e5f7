import { ApiError, type Operation, type RequestOf } from '@gcd/contracts';
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
  DEADLINE_HEADER,
  PAGINATION_HEADER,
  REPLICA_HEADER,
  REQUEST_ID_HEADER,
  STATUS_HEADER,
} from './operation.headers.js';
import { Replicas } from './replicas.js';

/** How long each attempt may take. A second one is made only when the first was not answered. */
const ATTEMPTS_MS = [1000, 3000];

/** What a service replied: finished JSON, not parsed here. */
export interface OperationReply {
  /** 200, or the status of the error. */
  readonly status: number;
  /** `data` of the envelope, or `error` when the status is not 200. */
  readonly json: Uint8Array;
  /** `meta.pagination` of a list, as JSON. */
  readonly pagination: string | undefined;
}

/** Calls operations over NATS. */
export class OperationClient {
  /** By subject: each operation has its own, which is as good as knowing the services. */
  private readonly replicas = new Map<string, Replicas>();
  private readonly state: ConnectionState;

  constructor(private readonly connection: NatsConnection) {
    this.state = watchConnection(connection);
  }

  /** Whether calls can be sent now. */
  get isConnected(): boolean {
    return this.state.isUp;
  }

  /**
   * Calls an operation and waits for a service's reply. When no reply comes, tries once more, on a replica that answers others.
   * @throws ApiError `internal_error` (503) when no service listens or NATS is away, `timeout_error` when none replied in time
   */
  async call<O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    requestId: string,
  ): Promise<OperationReply> {
    if (!this.state.isUp) throw unavailable(new Error('not connected to NATS'));
    const replicas = this.replicasOf(operation.subject);
    const payload = JSON.stringify(request);
    for (const [attempt, timeout] of ATTEMPTS_MS.entries()) {
      const subject = replicas.subject(attempt > 0);
      try {
        const reply = await this.send(subject, payload, requestId, timeout);
        replicas.heard(reply.headers?.get(REPLICA_HEADER));
        return toReply(reply);
      } catch (error) {
        replicas.missed(subject);
        const isLast = attempt === ATTEMPTS_MS.length - 1;
        if (isLast || !isUnanswered(error)) throw toApiError(error);
      }
    }
    throw unavailable(new Error('no attempt was made'));
  }

  private send(subject: string, payload: string, requestId: string, timeout: number): Promise<Msg> {
    const callHeaders = headers();
    callHeaders.set(REQUEST_ID_HEADER, requestId);
    callHeaders.set(DEADLINE_HEADER, String(Date.now() + timeout));
    return this.connection.request(subject, payload, { timeout, headers: callHeaders });
  }

  private replicasOf(subject: string): Replicas {
    const known = this.replicas.get(subject) ?? new Replicas(subject);
    this.replicas.set(subject, known);
    return known;
  }
}

function toReply(reply: Msg): OperationReply {
  return {
    status: Number(reply.headers?.get(STATUS_HEADER) || 200),
    json: reply.data,
    pagination: reply.headers?.get(PAGINATION_HEADER) || undefined,
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof TimeoutError || isAbsent(error);
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
