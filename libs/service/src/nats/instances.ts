/** How often the instances of a service are asked for a sign of life. */
export const HEARTBEAT_MS = 200;
/** An instance that has missed so many heartbeats in a row is unavailable. */
const MAX_MISSED = 5;
/** An instance that has missed so many has ended. */
const FORGET_MISSED = 300;

/** An instance of a service as a caller sees it. */
export interface Instance<Request> {
  readonly name: string;
  /** The subject on which it receives batches of requests; undefined: it does not. */
  readonly batches: string | undefined;
  /** What it has been sent and has not answered. */
  readonly pending: Set<Request>;
}

interface Known<Request> extends Instance<Request> {
  batches: string | undefined;
  missed: number;
  /** It takes no new requests; what it was sent before it may still answer. */
  hasEnded: boolean;
}

/**
 * What a caller knows of the instances of a service. Silence is counted in heartbeats, not in time: a caller whose own event loop
 * was blocked has then missed one of them, and not all.
 */
export class Instances<Request> {
  private readonly known = new Map<string, Known<Request>>();
  private available: Known<Request>[] = [];

  /** An instance has answered a heartbeat. @param batches the subject on which it receives batches, if it is known */
  heard(name: string, batches?: string): void {
    const instance = this.known.get(name);
    if (!instance) {
      this.known.set(name, { name, batches, pending: new Set(), missed: 0, hasEnded: false });
      this.select();
      return;
    }
    instance.batches ??= batches;
    const wasAvailable = isAvailable(instance);
    instance.missed = 0;
    instance.hasEnded = false;
    if (!wasAvailable) this.select();
  }

  /** An instance has answered a request. It may have ended meanwhile. */
  replied(name: string): void {
    const instance = this.known.get(name);
    if (!instance) this.heard(name);
    else if (isAvailable(instance)) instance.missed = 0;
    else {
      instance.missed = 0;
      this.select();
    }
  }

  /** An instance takes no new requests, and still answers those that it has. */
  drains(name: string): void {
    const instance = this.known.get(name);
    if (!instance) return;
    instance.missed = 0;
    this.remove(name);
  }

  /** Nobody listens on the subject of an instance any more. */
  remove(name: string): void {
    const instance = this.known.get(name);
    if (!instance) return;
    instance.hasEnded = true;
    this.select();
  }

  /** No instance of the service is connected. @returns the requests pending, which none of them will answer */
  removeAll(): Request[] {
    for (const instance of this.known.values()) instance.hasEnded = true;
    this.select();
    return [...this.known.values()].flatMap(({ pending }) => [...pending]);
  }

  /** A heartbeat is about to be sent: each instance has missed it until it answers. */
  beat(): void {
    for (const [name, instance] of this.known) {
      instance.missed += 1;
      if (instance.missed > FORGET_MISSED && instance.pending.size === 0) this.known.delete(name);
    }
    this.select();
  }

  /**
   * Where to send a request: of two available instances chosen at random, the one with fewer requests pending.
   * @returns null when none is known to be available
   */
  pick(): Instance<Request> | null {
    const { available } = this;
    if (available.length < 2) return available[0] ?? null;
    const first = Math.floor(Math.random() * available.length);
    const other = Math.floor(Math.random() * (available.length - 1));
    const one = available[first] as Known<Request>;
    const two = available[other < first ? other : other + 1] as Known<Request>;
    return two.pending.size < one.pending.size ? two : one;
  }

  /** Requests pending at instances that are unavailable; none while no instance is available. */
  stranded(): Request[] {
    if (this.available.length === 0) return [];
    return [...this.known.values()].flatMap(({ missed, pending }) =>
      missed >= MAX_MISSED ? [...pending] : [],
    );
  }

  private select(): void {
    this.available = [...this.known.values()].filter(isAvailable);
  }
}

function isAvailable({ missed, hasEnded }: Known<unknown>): boolean {
  return missed < MAX_MISSED && !hasEnded;
}
