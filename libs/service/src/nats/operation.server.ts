import type { ApiError } from '@gcd/contracts';
import { exemplarOf, withSpan } from '@gcd/traces';
import { DeadlineExceededError, operationContext } from '@gcd/traces/operation-context';
import { type Msg, type NatsConnection, nuid, type Subscription } from '@nats-io/transport-node';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Logger } from '../log.js';
import {
  operationSeconds,
  operationsInFlight,
  operationsRejected,
  registerOperationsRejected,
} from '../metrics.js';
import { SampledLog } from '../sampled-log.js';
import { isOverload, isPastDeadline, toApiError } from './api-errors.js';
import {
  type BatchedReply,
  type BatchedRequest,
  batchSubject,
  readRequests,
  TickBatch,
  writeReplies,
} from './batches.js';
import { EventLoopLag } from './event-loop-lag.js';
import { type RequestFrame, readRequest } from './frames.js';
import { errorReply, resultReply } from './replies.js';
import { unknownOperation, validateRequest } from './request-validation.js';
import { heartbeatReply, heartbeatSubject } from './service-discovery.js';
import { serveServiceProtocol } from './service-protocol.js';

/**
 * Maximum time in milliseconds that a message may wait to be read. If messages wait longer, this instance does not
 * reply to heartbeats.
 */
const MAX_LAG_MS = 4000;

/** Provides a lower bound on the data version of later reads; 0 if unknown. */
export interface DataVersionSource {
  readonly atLeast: number;
}

/**
 * Serves operations over NATS. Each `@MessagePattern` handler has two subscriptions. The first one is in a queue group,
 * so only one instance handles each request. The second one has a subject with the name of the instance, for clients
 * that choose an instance. Replies contain serialized JSON, or the bytes that a handler returns.
 */
export class OperationServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private heartbeat: Subscription | undefined;
  private isDraining = false;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly rejections = new SampledLog();
  private readonly instance = nuid.next();
  private readonly lag = new EventLoopLag();
  /** Source of the data version. The default source is for a service without data. */
  dataVersion: DataVersionSource = { atLeast: 0 };

  /** @param queue name of the queue group, which is the name of the service */
  constructor(
    private readonly connection: NatsConnection,
    private readonly queue: string,
    private readonly log: Logger,
  ) {
    super();
    registerOperationsRejected();
  }

  listen(callback: () => void): void {
    for (const [subject, handler] of this.messageHandlers) {
      const options = {
        callback: (error: Error | null, message: Msg): void => {
          // NATS calls this function without a message to report an error of the subscription.
          if (!error)
            this.start(subject, handler, message.string(), (reply) => message.respond(reply));
        },
      };
      this.subscriptions.push(
        this.connection.subscribe(subject, { ...options, queue: this.queue }),
        // Receive requests from clients that have chosen this instance.
        this.connection.subscribe(`${subject}.${this.instance}`, options),
      );
    }
    this.subscriptions.push(
      this.connection.subscribe(batchSubject(this.queue, this.instance), {
        callback: (error, message) => {
          if (!error) this.startBatch(message);
        },
      }),
      ...serveServiceProtocol(this.connection, {
        service: this.queue,
        id: this.instance,
        subjects: [...this.messageHandlers.keys()],
      }),
    );
    this.heartbeat = this.connection.subscribe(heartbeatSubject(this.queue), {
      callback: (error, message) => {
        // Do not reply to a heartbeat after a suspension, because the process drops late requests until it has
        // processed its backlog.
        if (error || this.lag.maxWaitMs > MAX_LAG_MS) return;
        message.respond(heartbeatReply(this.instance, message.string(), this.isDraining));
      },
    });
    callback();
  }

  /** Stops accepting requests, and finishes those in flight. */
  async close(): Promise<void> {
    // Ignore the error: if the connection is lost while draining, no more messages can arrive or be sent.
    const lost = (): undefined => undefined;
    this.isDraining = true;
    await Promise.all(this.subscriptions.map((each) => each.drain().catch(lost)));
    await Promise.all(this.inFlight);
    // Wait for one event-loop tick, because replies are sent at the end of a tick.
    await new Promise((resolve) => setImmediate(resolve));
    await this.heartbeat?.drain().catch(lost);
    await this.connection.flush().catch(lost);
    this.lag.stop();
  }

  on(): never {
    throw new Error('OperationServer does not emit events');
  }

  unwrap<T>(): T {
    return this.connection as T;
  }

  private startBatch(message: Msg): void {
    const replies = new TickBatch<BatchedReply>((ready) => {
      try {
        message.respond(writeReplies(ready));
      } catch (error) {
        this.log.error({ err: error }, 'cannot send replies; their requests will time out');
      }
    });
    for (const [index, { subject, frame }] of this.requestsOf(message).entries()) {
      const handler = this.messageHandlers.get(subject) ?? unknownOperation;
      this.start(subject, handler, frame, (reply) => replies.add({ index, frame: reply }));
    }
  }

  private requestsOf(message: Msg): BatchedRequest[] {
    try {
      return readRequests(message.data);
    } catch (error) {
      this.log.error({ err: error }, 'cannot read a batch of requests; they will time out');
      return [];
    }
  }

  private start(subject: string, handler: MessageHandler, frame: string, respond: Respond): void {
    const handled: Promise<void> = this.handle(subject, handler, frame, respond).finally(() =>
      this.inFlight.delete(handled),
    );
    this.inFlight.add(handled);
  }

  private async handle(
    subject: string,
    handler: MessageHandler,
    frame: string,
    respond: Respond,
  ): Promise<void> {
    const stopTimer = operationSeconds.startTimer({ subject }, {});
    operationsInFlight.inc({ subject });
    let received: RequestFrame | undefined;
    try {
      received = readRequest(frame);
      const { requestId, traceparent, timeout, requiredVersion } = received;
      const request = validateRequest(subject, received.request);
      const deadline = performance.now() + timeout - this.lag.maxWaitMs;
      if (deadline <= performance.now()) throw new DeadlineExceededError();
      const context = { deadline, dataVersion: this.dataVersion.atLeast, requiredVersion };
      const result = await operationContext.run(context, () =>
        withSpan(
          () => ({
            name: subject,
            kind: 'server',
            attributes: { 'gcd.request_id': requestId },
            parent: traceparent,
          }),
          () => resultOf(handler, request),
        ),
      );
      const version = received.acceptsVersion ? context.dataVersion : undefined;
      const maxBytes = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
      respond(resultReply({ instance: this.instance, version }, result, maxBytes));
      stopTimer({ status: 200 }, exemplarOf(traceparent));
    } catch (error) {
      const failure = toApiError(error);
      this.replyError(respond, subject, received, failure);
      stopTimer({ status: failure.status }, exemplarOf(received?.traceparent));
    } finally {
      operationsInFlight.dec({ subject });
    }
  }

  private replyError(
    respond: Respond,
    subject: string,
    received: RequestFrame | undefined,
    error: ApiError,
  ): void {
    const { status, cause = error, message } = error;
    const late = isPastDeadline(error);
    if (late || isOverload(error)) {
      operationsRejected.inc({ reason: late ? 'deadline' : 'overload' });
      const rejected = this.rejections.count();
      if (rejected > 0) {
        const what = late ? 'dropped: the deadline has passed' : 'rejected: overloaded';
        this.log.warn({ requestId: received?.requestId, subject, rejected }, what);
      }
    } else if (status >= 500) {
      this.log.error({ requestId: received?.requestId, subject, err: cause }, message);
    }
    // Drop a late request, because its client has stopped waiting.
    if (late) return;
    respond(
      errorReply(
        { instance: this.instance, version: received?.acceptsVersion ? 0 : undefined },
        error,
      ),
    );
  }
}

type Respond = (reply: string | Uint8Array) => void;

/** Runs the handler of an operation. @throws ApiError for all errors */
async function resultOf(handler: MessageHandler, request: unknown): Promise<unknown> {
  try {
    const result = await handler(request);
    return await (isObservable(result) ? lastValueFrom(result) : result);
  } catch (error) {
    throw toApiError(error);
  }
}
