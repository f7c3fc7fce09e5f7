import type { AdaptiveLimit } from '@gcd/service';

/** Number of requests in flight that each queue may have even when the shared limit is reached. */
const RESERVED = 4;

/** A queue whose requests count toward a shared limit. */
interface SharingQueue {
  /** Start tag of the request that would be admitted next; Infinity if none can be admitted. */
  readonly nextStart: number;
  admitNext(): void;
}

/**
 * Limits the requests in flight of all queues together. A queue's own limit falls only after latency has risen. Without
 * a shared limit, a sudden burst could use up the initial limits of all queues at once, although the services share a
 * database and often CPUs.
 */
export class SharedLimit {
  private readonly queues: SharingQueue[] = [];
  private inFlight = 0;

  constructor(private readonly limit: AdaptiveLimit) {}

  /** Maximum number of requests in flight, not counting the reserved requests of each queue. */
  get value(): number {
    return this.limit.limit;
  }

  add(queue: SharingQueue): void {
    this.queues.push(queue);
  }

  /** Whether a queue may admit another request. @param inFlight the queue's current number of requests in flight */
  hasRoom(inFlight: number): boolean {
    return inFlight < RESERVED || this.inFlight < this.value;
  }

  begin(): void {
    this.inFlight += 1;
  }

  /** Records the end of a request, and admits waiting requests of all queues, lowest start tag first. */
  end(): void {
    this.inFlight -= 1;
    for (;;) {
      let next: SharingQueue | undefined;
      let lowest = Number.POSITIVE_INFINITY;
      for (const queue of this.queues) {
        const start = queue.nextStart;
        if (start >= lowest) continue;
        next = queue;
        lowest = start;
      }
      if (!next) return;
      next.admitNext();
    }
  }

  /** Records the latency of a request in milliseconds. */
  record(ms: number): void {
    this.limit.record(ms, this.inFlight);
  }
}
