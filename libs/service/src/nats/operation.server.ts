import { ApiError, overloaded } from '@gcd/contracts';
import { traced } from '@gcd/traces';
import {
  DeadlineExceededError,
  type OperationContext,
  operationContext,
} from '@gcd/traces/operation-context';
import { type Msg, type NatsConnection, nuid, type Subscription } from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom, type Observable, throwError } from 'rxjs';
import type { Logger } from '../log.js';
import {
  operationSeconds,
  operationsInFlight,
  operationsRefused,
  showOperationsLimit,
} from '../metrics.js';
import { AdaptiveLimit } from '../overload/adaptive-limit.js';
import { SampledLog } from '../sampled-log.js';
import { FinishedJson, List } from './answers.js';
import { EventLoopLag } from './event-loop-lag.js';
import { type CallFrame, readCall, writeReply } from './frames.js';
import { heartbeatSubject } from './service-discovery.js';

/**
 * Batches make a service absorb bursts that are much larger than what it works on at a time, so it starts high. The queues for the
 * database shed what is too much for that.
 */
const LIMIT = { initial: 256, min: 256 };

/** Hands what a handler threw to the {@link OperationServer} as it is. */
@Catch()
export class OperationErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Tells which data version is read at least from now on; 0: not known. */
export interface DataVersionSource {
  readonly atLeast: number;
}

/**
 * Answers operations over NATS: subscribes to the subject of every `@MessagePattern` handler in a queue group, so that one
 * instance answers each request, and under the instance's own name. Replies with finished JSON, or with the bytes of a handler.
 */
export class OperationServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  /** Operations in flight that are not idle. */
  private active = 0;
  private readonly limit = new AdaptiveLimit(LIMIT);
  private readonly refusals = new SampledLog();
  private readonly instance = nuid.next();
  private readonly lag = new EventLoopLag();
  /** Of a service without data none. */
  dataVersion: DataVersionSource = { atLeast: 0 };

  /** @param queue the queue group: the name of the service */
  constructor(
    private readonly connection: NatsConnection,
    private readonly queue: string,
    private readonly log: Logger,
  ) {
    super();
    showOperationsLimit(() => this.limit.limit);
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
        // Its own, for callers that have chosen this instance.
        this.connection.subscribe(`${subject}.${this.instance}`, options),
      );
    }
    this.subscriptions.push(
      this.connection.subscribe(heartbeatSubject(this.queue), {
        callback: (error, message) => {
          if (!error) message.respond(this.instance);
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
    this.lag.stop();
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
    let work: OperationWork | undefined;
    try {
      call = readCall(message.data);
      const { request, requestId, traceparent, timeout } = call;
      const deadline = performance.now() + timeout - this.lag.maxWaitMs;
      if (deadline <= performance.now()) throw new DeadlineExceededError();
      work = this.begin(deadline);
      const answer = await operationContext.run(work, () =>
        traced(
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
        ),
      );
      this.reply(message, call, work, answer);
      stopTimer({ status: 200 });
    } catch (error) {
      if (work && isOverload(error)) this.limit.recordBusy();
      stopTimer({ status: this.replyError(message, subject, call, error) });
    } finally {
      operationsInFlight.dec({ subject });
      work?.end();
    }
  }

  /** @throws ApiError when as much is in flight as may be */
  private begin(deadline: number): OperationWork {
    const { limit } = this;
    if (this.active >= limit.limit) throw overloaded();
    this.active += 1;
    let since = performance.now();
    let ms = 0;
    return {
      deadline,
      dataVersion: this.dataVersion.atLeast,
      idle: (isIdle) => {
        const now = performance.now();
        if (isIdle) ms += now - since;
        else since = now;
        this.active += isIdle ? -1 : 1;
      },
      end: () => {
        limit.record(ms + performance.now() - since, this.active);
        this.active -= 1;
      },
    };
  }

  /** @returns the status */
  private replyError(
    message: Msg,
    subject: string,
    call: CallFrame | undefined,
    error: unknown,
  ): number {
    const known = error instanceof ApiError ? error : internalError(error);
    const { status, cause = known } = known;
    const isLate = error instanceof DeadlineExceededError;
    if (isLate || isOverload(error)) {
      operationsRefused.inc({ reason: isLate ? 'deadline' : 'overload' });
      const refused = this.refusals.count();
      if (refused > 0) {
        const what = isLate ? 'dropped: the deadline has passed' : 'refused: overloaded';
        this.log.warn({ requestId: call?.requestId, subject, refused }, what);
      }
    } else if (status >= 500) {
      this.log.error({ requestId: call?.requestId, subject, err: cause }, known.message);
    }
    // Nobody waits for it.
    if (isLate) return status;
    const version = call?.acceptsVersion ? 0 : undefined;
    const head = { status, instance: this.instance, version, pagination: undefined };
    message.respond(writeReply(head, JSON.stringify(known)));
    return status;
  }

  private reply(message: Msg, call: CallFrame, context: OperationContext, answer: unknown): void {
    const version = call.acceptsVersion ? context.dataVersion : undefined;
    const head = { status: 200, instance: this.instance, version };
    const frame =
      answer instanceof List
        ? writeReply(
            { ...head, pagination: JSON.stringify(answer.pagination) },
            JSON.stringify(answer.items),
          )
        : writeReply({ ...head, pagination: undefined }, finished(answer));
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const size = Buffer.byteLength(frame);
    if (size > limit) {
      throw internalError(new Error(`a reply of ${size} bytes exceeds NATS' limit of ${limit}`));
    }
    message.respond(frame);
  }
}

/** An operation in flight. */
interface OperationWork extends OperationContext {
  end(): void;
}

function isOverload(error: unknown): boolean {
  return error instanceof ApiError && error.details?.reason === 'overload';
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
