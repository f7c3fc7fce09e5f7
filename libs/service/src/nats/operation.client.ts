import { ApiError, type Operation, type RequestOf } from '@gcd/contracts';
import {
  headers,
  type NatsConnection,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { PAGINATION_HEADER, REQUEST_ID_HEADER, STATUS_HEADER } from './operation.headers.js';

const CALL_TIMEOUT_MS = 5000;

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
  constructor(private readonly connection: NatsConnection) {}

  /**
   * Calls an operation and waits for one service's reply.
   * @throws ApiError `internal_error` (503) when no service listens or NATS is away, `timeout_error` when none replied in time
   */
  async call<O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    requestId: string,
  ): Promise<OperationReply> {
    const callHeaders = headers();
    callHeaders.set(REQUEST_ID_HEADER, requestId);
    try {
      const reply = await this.connection.request(operation.subject, JSON.stringify(request), {
        timeout: CALL_TIMEOUT_MS,
        headers: callHeaders,
      });
      return {
        status: Number(reply.headers?.get(STATUS_HEADER) || 200),
        json: reply.data,
        pagination: reply.headers?.get(PAGINATION_HEADER) || undefined,
      };
    } catch (error) {
      throw toApiError(error);
    }
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof TimeoutError) {
    return new ApiError('timeout_error', 'The request took too long. Try again later.', {
      cause: error,
    });
  }
  const absent =
    error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders());
  return new ApiError('internal_error', 'This part of the service is not available right now.', {
    status: 503,
    cause: absent ? new Error('no service listens on the subject') : error,
  });
}
