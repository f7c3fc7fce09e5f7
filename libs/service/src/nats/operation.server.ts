import { ApiError } from '@gcd/contracts';
import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Logger } from '../log.js';
import { operationSeconds, operationsInFlight } from '../metrics.js';
import { FinishedJson, List } from './answers.js';
import { PAGINATION_HEADER, REQUEST_ID_HEADER, STATUS_HEADER } from './operation.headers.js';

/** Hands what a handler threw to the {@link OperationServer} as it is. */
@Catch()
export class OperationErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Answers operations over NATS: subscribes to the subject of every `@MessagePattern` handler in a queue group, so that one
 * replica answers each call, and replies with finished JSON.
 */
export class OperationServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Set<Promise<void>>();

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
      this.subscriptions.push(
        this.connection.subscribe(subject, {
          queue: this.queue,
          callback: (_error, message) => {
            const answered: Promise<void> = this.answer(handler, message).finally(() =>
              this.inFlight.delete(answered),
            );
            this.inFlight.add(answered);
          },
        }),
      );
    }
    callback();
  }

  /** Takes no new calls, and finishes those under way. */
  async close(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.drain()));
    await Promise.all(this.inFlight);
    await this.connection.flush();
  }

  on(): never {
    throw new Error('OperationServer emits no events');
  }

  unwrap<T>(): T {
    return this.connection as T;
  }

  private async answer(handler: MessageHandler, message: Msg): Promise<void> {
    const requestId = message.headers?.get(REQUEST_ID_HEADER);
    const { subject } = message;
    const stopTimer = operationSeconds.startTimer({ subject });
    operationsInFlight.inc({ subject });
    try {
      const result = await handler(message.json(), message);
      this.reply(message, await lastValueFrom(this.transformToObservable(result)));
      stopTimer({ status: 200 });
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError(error);
      if (known.status >= 500) {
        this.log.error(
          { requestId, subject: message.subject, err: known.cause ?? known },
          known.message,
        );
      }
      message.respond(JSON.stringify(known), {
        headers: oneHeader(STATUS_HEADER, String(known.status)),
      });
      stopTimer({ status: known.status });
    } finally {
      operationsInFlight.dec({ subject });
    }
  }

  private reply(message: Msg, answer: unknown): void {
    const data = answer instanceof List ? answer.items : answer;
    const json = data instanceof FinishedJson ? data.text : JSON.stringify(data);
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const size = Buffer.byteLength(json);
    if (size > limit) {
      throw internalError(new Error(`an answer of ${size} bytes exceeds NATS' limit of ${limit}`));
    }
    if (answer instanceof List) {
      const pagination = JSON.stringify(answer.pagination);
      message.respond(json, { headers: oneHeader(PAGINATION_HEADER, pagination) });
    } else message.respond(json);
  }
}

function internalError(cause: unknown): ApiError {
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause,
  });
}

function oneHeader(name: string, value: string): ReturnType<typeof headers> {
  const all = headers();
  all.set(name, value);
  return all;
}
