import { ApiError } from '@gcd/contracts';
import {
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  nuid,
  type Subscription,
} from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Logger } from '../log.js';
import { operationSeconds, operationsInFlight } from '../metrics.js';
import { FinishedJson, List } from './answers.js';
import {
  PAGINATION_HEADER,
  REPLICA_HEADER,
  REQUEST_ID_HEADER,
  rollCallSubject,
  STATUS_HEADER,
  TIMEOUT_HEADER,
} from './operation.headers.js';
import { Stalls } from './stalls.js';

/** Hands what a handler threw to the {@link OperationServer} as it is. */
@Catch()
export class OperationErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Answers operations over NATS: subscribes to the subject of every `@MessagePattern` handler in a queue group, so that one
 * replica answers each call, and replies with finished JSON, or with the bytes that a handler answers with.
 */
export class OperationServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private readonly replica = nuid.next();
  private readonly stalls = new Stalls();

  /** @param queue the queue group: the name of the service */
  constructor(
    private readonly connection: NatsConnection,
    private readonly queue: string,
    private readonly log: Logger,
  ) {
    super();
  }

  listen(callback: () => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const options = {
        callback: (_error: Error | null, message: Msg): void => {
          const answered: Promise<void> = this.answer(subject, handler, message).finally(() =>
            this.inFlight.delete(answered),
          );
          this.inFlight.add(answered);
        },
      };
      this.subscriptions.push(
        this.connection.subscribe(subject, { ...options, queue: this.queue }),
        // Of its own, for callers that must not meet another replica.
        this.connection.subscribe(`${subject}.${this.replica}`, options),
      );
    }
    this.subscriptions.push(
      this.connection.subscribe(rollCallSubject(this.queue), {
        callback: (_error, message) => void message.respond('', { headers: this.headers() }),
      }),
    );
    callback();
  }

  /** Takes no new calls, and finishes those under way. */
  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
    await Promise.all(this.inFlight);
    await this.connection.flush();
    this.stalls.stop();
  }

  on(): never {
    throw new Error('OperationServer emits no events');
  }

  unwrap<T>(): T {
    return this.connection as T;
  }

  private async answer(subject: string, handler: MessageHandler, message: Msg): Promise<void> {
    const requestId = message.headers?.get(REQUEST_ID_HEADER);
    const timeout = Number(message.headers?.get(TIMEOUT_HEADER) || Number.POSITIVE_INFINITY);
    if (this.stalls.waitedMs >= timeout) {
      this.log.warn({ requestId, subject }, 'a call came too late');
      return;
    }
    const stopTimer = operationSeconds.startTimer({ subject });
    operationsInFlight.inc({ subject });
    try {
      const result = await handler(message.json(), message);
      this.reply(message, await lastValueFrom(this.transformToObservable(result)));
      stopTimer({ status: 200 });
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError(error);
      if (known.status >= 500) {
        this.log.error({ requestId, subject, err: known.cause ?? known }, known.message);
      }
      const status = String(known.status);
      message.respond(JSON.stringify(known), { headers: this.headers(STATUS_HEADER, status) });
      stopTimer({ status: known.status });
    } finally {
      operationsInFlight.dec({ subject });
    }
  }

  private reply(message: Msg, answer: unknown): void {
    const data = answer instanceof List ? answer.items : answer;
    const payload = finished(data);
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const size = Buffer.byteLength(payload);
    if (size > limit) {
      throw internalError(new Error(`an answer of ${size} bytes exceeds NATS' limit of ${limit}`));
    }
    message.respond(payload, {
      headers:
        answer instanceof List
          ? this.headers(PAGINATION_HEADER, JSON.stringify(answer.pagination))
          : this.headers(),
    });
  }

  private headers(name?: string, value = ''): MsgHdrs {
    const all = headers();
    all.set(REPLICA_HEADER, this.replica);
    if (name) all.set(name, value);
    return all;
  }
}

function finished(data: unknown): string | Uint8Array {
  if (data instanceof Uint8Array) return data;
  return data instanceof FinishedJson ? data.text : JSON.stringify(data);
}

function internalError(cause: unknown): ApiError {
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause,
  });
}
