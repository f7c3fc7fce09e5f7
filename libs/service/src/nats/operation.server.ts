import { ApiError } from '@gcd/contracts';
import { traced } from '@gcd/traces';
import { type Msg, type NatsConnection, nuid, type Subscription } from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Logger } from '../log.js';
import { operationSeconds, operationsInFlight } from '../metrics.js';
import { FinishedJson, List } from './answers.js';
import { type CallFrame, readCall, writeReply } from './frames.js';
import { rollCallSubject } from './roll-call.js';
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
  private readonly success = { status: 200, replica: this.replica, pagination: undefined };
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
        callback: (error: Error | null, message: Msg): void => {
          // No message: the server says something of the subscription.
          if (error) return;
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
        callback: (error, message) => {
          if (!error) message.respond(this.replica);
        },
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
    const stopTimer = operationSeconds.startTimer({ subject });
    operationsInFlight.inc({ subject });
    let call: CallFrame | undefined;
    try {
      call = readCall(message.data);
      if (this.stalls.waitedMs >= call.timeout) {
        this.log.warn({ requestId: call.requestId, subject }, 'a call came too late');
        return;
      }
      const { request, requestId, traceparent } = call;
      const answer = await traced(
        () => ({
          name: subject,
          kind: 'server',
          attributes: { 'gcd.request_id': requestId },
          parent: traceparent,
        }),
        async () => {
          const result = await handler(request, message);
          return isObservable(result) ? lastValueFrom(result) : result;
        },
      );
      this.reply(message, answer);
      stopTimer({ status: 200 });
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError(error);
      const { status, cause = known } = known;
      if (status >= 500) {
        this.log.error({ requestId: call?.requestId, subject, err: cause }, known.message);
      }
      message.respond(writeReply({ ...this.success, status }, JSON.stringify(known)));
      stopTimer({ status });
    } finally {
      operationsInFlight.dec({ subject });
    }
  }

  private reply(message: Msg, answer: unknown): void {
    const frame =
      answer instanceof List
        ? writeReply(
            { ...this.success, pagination: JSON.stringify(answer.pagination) },
            JSON.stringify(answer.items),
          )
        : writeReply(this.success, finished(answer));
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const size = Buffer.byteLength(frame);
    if (size > limit) {
      throw internalError(new Error(`an answer of ${size} bytes exceeds NATS' limit of ${limit}`));
    }
    message.respond(frame);
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
