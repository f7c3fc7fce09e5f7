import type { ApiError } from '@gcd/contracts/errors';
import {
  type InternalOperation,
  isLookup,
  type Operation,
  type RequestOf,
  serviceOf,
} from '@gcd/contracts/operation';
import { type Span, withSpan } from '@gcd/process';
import { debugTimeoutMs } from '@gcd/process/operation-context';
import { type NatsConnection, RequestError, TimeoutError } from '@nats-io/transport-node';
import { type ConnectionState, watchConnection } from './connection.js';
import { serviceUnavailable, timedOut } from './errors.js';
import { type Instance, Instances } from './instances.js';
import { LATE, type Result, readReply, TOO_LARGE, writeRequest } from './lines.js';

/** Total timeout for a request in milliseconds, including both attempts. */
const DEADLINE_MS = Math.max(4000, debugTimeoutMs);
/** At most this many milliseconds before the first attempt count, so that a request that waited long has time left. */
const MAX_ELAPSED_MS = 2400;
/** How much longer, in milliseconds, a message waits than its requests, because the service replies at their deadline. */
const GRACE_MS = 200;
/** Maximum time in milliseconds that a second attempt waits for a connection. */
const RECONNECT_TIMEOUT_MS = 1000;
/** Maximum number of requests in a message, so that a burst is spread across several instances. */
const MAX_REQUESTS = 64;

/** The reply may never arrive, or no handler has seen the request. It can be sent again. */
class LostError extends Error {}

/** A request that waits for its result. */
interface Waiting {
  readonly line: string;
  /** `performance.now()` timestamp of the timeout. */
  readonly deadline: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/** Sends operations to services over NATS. Requests of one operation and event-loop tick travel in one message. */
export class OperationClient {
  private readonly state: ConnectionState;
  private readonly services = new Map<string, Instances>();
  /** Requests of this event-loop tick, by subject. */
  private readonly ticks = new Map<string, Waiting[]>();
  private readonly lost = new Set<() => void>();

  /**
   * @param services services whose instances are pinged from the beginning; others are pinged from the first request on
   */
  constructor(
    private readonly connection: NatsConnection,
    services: Iterable<string> = [],
  ) {
    this.state = watchConnection(connection);
    this.state.onDown(() => {
      for (const lose of [...this.lost]) lose();
    });
    for (const service of services) this.instancesOf(service);
  }

  get isConnected(): boolean {
    return this.state.isUp;
  }

  /**
   * Sends a request and waits for the result. A request is sent again, once, if the instance that received it no longer
   * replies to pings, if the connection broke, or if no handler has seen it; never because a reply is slow.
   * @param elapsedMs milliseconds since the client's request arrived
   * @param requiredVersion data version that the response must reflect; undefined if only the primary is certain to reflect it
   * @throws ApiError `internal_error` (503) if no service subscribes or NATS is unavailable, `timeout_error` if no
   * reply arrives in time
   */
  async call<O extends Operation | InternalOperation>(
    operation: O,
    request: RequestOf<O>,
    requestId: string,
    elapsedMs = 0,
    requiredVersion?: number,
  ): Promise<Result> {
    const { subject } = operation;
    let deadline = performance.now() + DEADLINE_MS - Math.min(elapsedMs, MAX_ELAPSED_MS);
    for (let attempt = 1; ; attempt += 1) {
      if (!this.state.isUp) throw serviceUnavailable(new Error('not connected to NATS'));
      try {
        return await withSpan(
          () => requestSpan(subject, requestId, attempt),
          (span) => {
            const context = {
              request_id: requestId,
              timeout_ms: Math.max(1, Math.ceil(deadline - performance.now())),
              traceparent: span?.traceparent,
              required_version: requiredVersion,
            };
            return this.send(operation, writeRequest(request as object, context), deadline);
          },
          (span, { status }) => {
            span.status = status;
          },
        );
      } catch (error) {
        if (!(error instanceof LostError) || attempt > 1) throw asApiError(error);
        // After a suspension of this process, the deadline may have passed before the reply could be read.
        deadline = Math.max(deadline, performance.now() + DEADLINE_MS - MAX_ELAPSED_MS);
        if (!(await this.state.whenUp(RECONNECT_TIMEOUT_MS))) throw serviceUnavailable(error);
      }
    }
  }

  private send(
    operation: Operation | InternalOperation,
    line: string,
    deadline: number,
  ): Promise<Result> {
    const { subject } = operation;
    const instances = this.instancesOf(serviceOf(operation));
    return new Promise((resolve, reject) => {
      const waiting = { line, deadline, resolve, reject };
      const tick = this.ticks.get(subject);
      if (!isLookup(operation)) this.deliver(subject, instances, [waiting]);
      else if (tick) tick.push(waiting);
      else {
        this.ticks.set(subject, [waiting]);
        setImmediate(() => {
          const all = this.ticks.get(subject) ?? [];
          this.ticks.delete(subject);
          for (let first = 0; first < all.length; first += MAX_REQUESTS) {
            this.deliver(subject, instances, all.slice(first, first + MAX_REQUESTS));
          }
        });
      }
    });
  }

  /** @param instance receives the message; if null, any instance in the queue group of the subject */
  private deliver(
    subject: string,
    instances: Instances,
    requests: readonly Waiting[],
    instance: Instance | null = instances.pick(),
  ): void {
    const fail = (error: Error): void => {
      for (const { reject } of requests) reject(error);
    };
    const lost = (): void => fail(new LostError('the instance or the connection was lost'));
    const message = { size: requests.length, lost };
    const due = Math.max(...requests.map(({ deadline }) => deadline)) + GRACE_MS;
    const timeout = Math.max(1, Math.ceil(due - performance.now()));
    const to = instance ? `${subject}.${instance.id}` : subject;
    const settled = (): void => {
      instance?.sent.delete(message);
      this.lost.delete(lost);
    };
    instance?.sent.add(message);
    this.lost.add(lost);
    this.connection
      .request(to, requests.map(({ line }) => line).join('\n'), { timeout })
      .then(({ data }) => {
        settled();
        const results = readReply(data, requests.length);
        if (requests.length > 1 && results[0]?.status === TOO_LARGE) {
          for (const request of requests) this.deliver(subject, instances, [request]);
        } else {
          requests.forEach(({ resolve, reject }, index) => {
            const result = results[index] as Result;
            if (result.status === LATE) reject(new LostError('the request arrived late'));
            else resolve(result);
          });
        }
      })
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.isNoResponders()) {
          if (instance) instances.hasNoSubscriber(instance, message);
          settled();
          if (!instance) return fail(new Error(`no service subscribes to ${subject}`));
          // The instance did not receive the message.
          return this.deliver(subject, instances, requests, null);
        }
        settled();
        const isSuspended = performance.now() - due > GRACE_MS;
        if (error instanceof TimeoutError && !isSuspended) fail(error);
        else fail(new LostError('the reply was lost', { cause: error }));
      });
  }

  private instancesOf(service: string): Instances {
    const instances = this.services.get(service) ?? new Instances(this.connection, service);
    this.services.set(service, instances);
    return instances;
  }
}

function requestSpan(subject: string, requestId: string, attempt: number): Span {
  return {
    name: subject,
    kind: 'client',
    attributes: { 'gcd.request_id': requestId, 'gcd.attempt': attempt },
  };
}

function asApiError(cause: unknown): ApiError {
  return cause instanceof TimeoutError ? timedOut(cause) : serviceUnavailable(cause);
}
