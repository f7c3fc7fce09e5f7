import type { PendingRequest, RequestTarget } from './inbox.js';

/** Interval in milliseconds between heartbeats. */
export const HEARTBEAT_MS = 200;
/** An instance is unavailable after this many missed heartbeats in a row. */
const MAX_MISSED = 5;
/** An instance is forgotten after this many missed heartbeats in a row. */
const FORGET_MISSED = 300;

/**
 * Valid names of instances. A name becomes part of a subject, and NATS closes connections that publish to a subject of
 * several kilobytes.
 */
export const INSTANCE_NAME = /^\w{1,64}$/;

interface Instance extends RequestTarget {
  readonly name: string;
  batches: string | undefined;
  /** Number of heartbeats missed in a row. */
  missed: number;
  /** Whether the instance accepts no new requests. It may still reply to earlier ones. */
  hasEnded: boolean;
}

/**
 * The instances of a service, as seen by a client. Availability depends on the number of missed heartbeats and not on
 * time, because a client sends no heartbeats while its event loop is blocked.
 */
export class Instances {
  private readonly known = new Map<string, Instance>();
  private available: Instance[] = [];

  /** Records that an instance replied to a heartbeat. @param batches subject for batches of the instance, if known */
  responded(name: string, batches?: string): void {
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

  /** Records that an instance replied to a request. The instance may have shut down after sending the reply. */
  replied(name: string): void {
    const instance = this.known.get(name);
    if (!instance) this.responded(name);
    else if (isAvailable(instance)) instance.missed = 0;
    else {
      instance.missed = 0;
      this.select();
    }
  }

  /** Records that an instance accepts no new requests, but still replies to earlier ones. */
  drains(name: string): void {
    const instance = this.known.get(name);
    if (!instance) return;
    instance.missed = 0;
    this.remove(name);
  }

  /** Marks an instance as ended, because it no longer subscribes to its subject. */
  remove(name: string): void {
    const instance = this.known.get(name);
    if (!instance) return;
    instance.hasEnded = true;
    this.select();
  }

  /**
   * Marks all instances as ended, because none is connected.
   * @returns their pending requests, which will not get a reply
   */
  removeAll(): PendingRequest[] {
    for (const instance of this.known.values()) instance.hasEnded = true;
    this.select();
    return [...this.known.values()].flatMap(({ pending }) => [...pending]);
  }

  /**
   * Counts one missed heartbeat for every instance. Called just before each heartbeat is sent. A reply resets the
   * count.
   */
  beat(): void {
    for (const [name, instance] of this.known) {
      instance.missed += 1;
      if (instance.missed > FORGET_MISSED && instance.pending.size === 0) this.known.delete(name);
    }
    this.select();
  }

  /**
   * Chooses two available instances at random, and returns the one with fewer pending requests.
   * @returns undefined if no instance is known to be available
   */
  pick(): Instance | undefined {
    const { available } = this;
    if (available.length < 2) return available[0];
    const first = Math.floor(Math.random() * available.length);
    const other = Math.floor(Math.random() * (available.length - 1));
    const one = available[first] as Instance;
    const two = available[other < first ? other : other + 1] as Instance;
    return two.pending.size < one.pending.size ? two : one;
  }

  /** Returns the pending requests of unavailable instances, or an empty array if no instance is available. */
  stranded(): PendingRequest[] {
    if (this.available.length === 0) return [];
    return [...this.known.values()].flatMap(({ missed, pending }) =>
      missed >= MAX_MISSED ? [...pending] : [],
    );
  }

  private select(): void {
    this.available = [...this.known.values()].filter(isAvailable);
  }
}

function isAvailable({ missed, hasEnded }: Instance): boolean {
  return missed < MAX_MISSED && !hasEnded;
}
