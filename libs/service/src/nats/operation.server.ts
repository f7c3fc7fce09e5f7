import { ApiError } from '@gcd/contracts';
import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Logger } from '../log.js';
import { REQUEST_ID_HEADER, STATUS_HEADER } from './operation.headers.js';

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
    try {
      const result = await handler(message.json(), message);
      const data = JSON.stringify(await lastValueFrom(this.transformToObservable(result)));
      this.reply(message, data);
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError(error);
      if (known.status >= 500) {
        this.log.error(
          { requestId, subject: message.subject, err: known.cause ?? known },
          known.message,
        );
      }
      message.respond(JSON.stringify(known), { headers: statusHeader(known.status) });
    }
  }

  private reply(message: Msg, data: string): void {
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const size = Buffer.byteLength(data);
    if (size > limit) {
      throw internalError(new Error(`an answer of ${size} bytes exceeds NATS' limit of ${limit}`));
    }
    message.respond(data);
  }
}

function internalError(cause: unknown): ApiError {
  return new ApiError('internal_error', 'Something went wrong on our side. Try again later.', {
    cause,
  });
}

function statusHeader(status: number): ReturnType<typeof headers> {
  const all = headers();
  all.set(STATUS_HEADER, String(status));
  return all;
}
