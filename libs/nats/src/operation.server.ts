import type { ApiError } from '@gcd/contracts/errors';
import type { InternalOperation } from '@gcd/contracts/operation';
import {
  type Exemplar,
  exemplarOf,
  type Logger,
  registry,
  SampledLog,
  SECONDS,
  withSpan,
} from '@gcd/process';
import { DeadlineExceededError, operationContext } from '@gcd/process/operation-context';
import { type Msg, type NatsConnection, nuid, type Subscription } from '@nats-io/transport-node';
import {
  type CustomTransportStrategy,
  type MessageHandler,
  MessagePattern,
  Server,
} from '@nestjs/microservices';
import { Counter, Gauge, Histogram } from 'prom-client';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { isOverload, isPastDeadline, serviceUnavailable, timedOut, toApiError } from './errors.js';
import { EventLoopLag } from './event-loop-lag.js';
import { LATE, type RequestLine, readRequest, resultHead, TOO_LARGE } from './lines.js';
import { WithMeta } from './responses.js';
import { serveServiceProtocol, stoppingSubject } from './service-protocol.js';

const operationSeconds = new Histogram<'subject' | 'status' | keyof Exemplar>({
  name: 'gcd_operation_duration_seconds',
  help: 'Time to handle an operation.',
  labelNames: ['subject', 'status'],
  buckets: SECONDS,
  registers: [registry],
  enableExemplars: true,
});

const operationsInFlight = new Gauge({
  name: 'gcd_operations_in_flight',
  help: 'Operations in flight.',
  labelNames: ['subject'],
  registers: [registry],
});

const operationsRejected = new Counter({
  name: 'gcd_operations_rejected_total',
  help: 'Operations rejected because the database was overloaded or the deadline had passed.',
  labelNames: ['reason'],
  registers: [registry],
});
for (const reason of ['overload', 'deadline']) operationsRejected.inc({ reason }, 0);

/** Marks the method of a controller that handles an operation. */
export function Handles(operation: InternalOperation): MethodDecorator {
  return MessagePattern(operation.subject, { operation });
}

/** Timeout in milliseconds of a request whose sender does not say how long it waits. */
const TIMEOUT_MS = 4000;

/** A handler of an operation, and what the server needs to call it. */
interface Handler {
  readonly subject: string;
  readonly run: MessageHandler;
  /** @throws ApiError if a request is invalid */
  validate(request: unknown): unknown;
}

/** Thrown if one result exceeds the maximum size of a message. */
class ReplyTooLargeError extends Error {
  override readonly name = 'ReplyTooLargeError';
}

/**
 * Serves operations over NATS. Each handler has two subscriptions: one in a queue group, for
 * operators, and one with the id of the instance in its subject, for clients that choose an instance.
 */
export class OperationServer extends Server implements CustomTransportStrategy {
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Set<Promise<void>>();
  private readonly rejections = new SampledLog();
  private readonly id = nuid.next();
  private readonly lag = new EventLoopLag();

  /** @param service name of the service and of its queue group */
  constructor(
    private readonly connection: NatsConnection,
    private readonly service: string,
    private readonly log: Logger,
  ) {
    super();
  }

  listen(callback: () => void): void {
    const { connection, service, id } = this;
    for (const [subject, handler] of this.messageHandlers) {
      const validate = validatorOf(handler.extras?.operation);
      const options = {
        callback: (error: Error | null, message: Msg): void => {
          // NATS calls this function without a message to report an error of the subscription.
          if (!error) this.receive({ subject, validate, run: handler }, message);
        },
      };
      this.subscriptions.push(
        connection.subscribe(subject, { ...options, queue: service }),
        connection.subscribe(`${subject}.${id}`, options),
      );
    }
    const subjects = [...this.messageHandlers.keys()];
    this.subscriptions.push(
      ...serveServiceProtocol(connection, { service, id, subjects }, operationSeconds),
    );
    callback();
  }

  /** Tells clients to send no more requests, and finishes those in flight. */
  async close(): Promise<void> {
    // Ignore the error: if the connection is lost while draining, no more messages can arrive or be sent.
    const lost = (): undefined => undefined;
    if (!this.connection.isClosed()) {
      this.connection.publish(stoppingSubject(this.service), this.id);
      await this.connection.flush().catch(lost);
    }
    await Promise.all(this.inFlight);
    await Promise.all(this.subscriptions.map((each) => each.drain().catch(lost)));
    await Promise.all(this.inFlight);
    await this.connection.flush().catch(lost);
    this.lag.stop();
  }

  on(): never {
    throw new Error('OperationServer does not emit events');
  }

  unwrap<T>(): T {
    return this.connection as T;
  }

  private receive(handler: Handler, message: Msg): void {
    const { subject } = handler;
    const handled: Promise<void> = this.reply(handler, message)
      .catch((error) => this.log.error({ err: error, subject }, 'cannot send a reply'))
      .finally(() => this.inFlight.delete(handled));
    this.inFlight.add(handled);
  }

  /** Handles the requests of a message at the same time, and sends their results in one reply. */
  private async reply(handler: Handler, message: Msg): Promise<void> {
    const lines = message.string().split('\n');
    const results = await Promise.all(lines.map((line) => this.handle(handler, line)));
    const [only] = results;
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (results.length === 1 && only !== undefined) message.respond(only);
    else {
      const text = results.join('\n');
      message.respond(Buffer.byteLength(text) > limit ? resultHead(TOO_LARGE) : text);
    }
  }

  private async handle(
    { subject, validate, run }: Handler,
    line: string,
  ): Promise<string | Uint8Array> {
    const stopTimer = operationSeconds.startTimer({ subject }, {});
    operationsInFlight.inc({ subject });
    let received: RequestLine | undefined;
    let hasStarted = false;
    try {
      received = readRequest(line);
      const { timeout_ms: timeout = TIMEOUT_MS, traceparent, ...context } = received.context;
      const parameters = validate(received.parameters);
      const now = performance.now();
      const deadline = now + timeout - this.lag.maxWaitMs;
      if (!(deadline > now)) throw new DeadlineExceededError();
      hasStarted = true;
      const reads = { deadline, requiredVersion: context.required_version };
      const result = await untilDeadline(deadline - now, () =>
        operationContext.run(reads, () =>
          withSpan(
            () => ({
              name: subject,
              kind: 'server',
              attributes: { 'gcd.request_id': context.request_id ?? '' },
              parent: traceparent,
            }),
            () => handle(run, parameters),
          ),
        ),
      );
      const text = this.serialize(result);
      stopTimer({ status: 200 }, exemplarOf(traceparent));
      return text;
    } catch (error) {
      const failure = toApiError(error);
      this.logFailure(subject, received, failure);
      stopTimer({ status: failure.status }, exemplarOf(received?.context.traceparent));
      // Later, the request was only slow, and must not be sent again.
      if (isPastDeadline(failure) && !hasStarted) return resultHead(LATE);
      return resultHead(failure.status) + JSON.stringify(failure);
    } finally {
      operationsInFlight.dec({ subject });
    }
  }

  /** @throws ReplyTooLargeError */
  private serialize(result: unknown): string | Uint8Array {
    const hasMeta = result instanceof WithMeta;
    const head = resultHead(200, hasMeta ? JSON.stringify(result.meta) : undefined);
    const data = hasMeta ? result.data : result;
    const limit = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const isBytes = data instanceof Uint8Array;
    const text = isBytes ? Buffer.concat([Buffer.from(head), data]) : head + JSON.stringify(data);
    const size = isBytes ? text.length : Buffer.byteLength(text as string);
    if (size > limit) throw new ReplyTooLargeError(`${size} bytes exceed NATS' limit of ${limit}`);
    return text;
  }

  private logFailure(subject: string, received: RequestLine | undefined, error: ApiError): void {
    const { status, cause = error, message } = error;
    const requestId = received?.context.request_id;
    const late = isPastDeadline(error);
    if (late || isOverload(error)) {
      operationsRejected.inc({ reason: late ? 'deadline' : 'overload' });
      const rejected = this.rejections.count();
      const what = late ? 'dropped: the deadline has passed' : 'rejected: overloaded';
      if (rejected > 0) this.log.warn({ requestId, subject, rejected }, what);
    } else if (status >= 500) this.log.error({ requestId, subject, err: cause }, message);
  }
}

/**
 * Returns a function that validates the requests of an operation, adds defaults, and removes unknown fields. During a
 * rolling update, a newer gateway may send values that this version does not know; the function then throws an ApiError.
 */
function validatorOf(operation?: InternalOperation): (request: unknown) => unknown {
  if (!operation) return (request) => request;
  let schema: z.ZodType | undefined;
  return (request) => {
    // Compile the schema at first use, because most processes use few.
    schema ??= z.compile(z.output(operation.request));
    const { data, error } = schema.safeParse(request);
    if (error) throw serviceUnavailable(error);
    return data;
  };
}

/** Runs the handler of an operation. @throws ApiError for all errors */
async function handle(run: MessageHandler, request: unknown): Promise<unknown> {
  try {
    const result = await run(request);
    return await (isObservable(result) ? lastValueFrom(result) : result);
  } catch (error) {
    throw toApiError(error);
  }
}

/** Waits for work, at most until the deadline, so that it does not hold up the results beside it. */
function untilDeadline<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut(new Error('the handler did not finish'))), ms);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
