import type { NatsConnection } from '@nats-io/transport-node';
import { inboxOf } from './connection.js';
import { stoppingSubject } from './service-protocol.js';

/** Interval in milliseconds between pings. */
const PING_MS = 200;
/** An instance is unavailable after this many unanswered pings in a row. */
const MAX_MISSED = 5;
/** An instance is forgotten after this many unanswered pings in a row. */
const FORGET_MISSED = 300;
/** Status in the header of the reply that NATS itself sends if a subject has no subscribers. */
const NO_RESPONDERS = 503;

/** A message that waits for its reply. */
export interface SentMessage {
  /** Number of requests in the message. */
  readonly size: number;
  /** Ends the wait, because the instance that received the message no longer responds. */
  lost(): void;
}

export interface Instance {
  readonly id: string;
  /** Number of unanswered pings in a row. */
  missed: number;
  /** Whether the instance accepts no new requests. It still replies to earlier ones. */
  isStopping: boolean;
  readonly sent: Set<SentMessage>;
}

/**
 * The instances of a service, as they reply to pings of NATS' service protocol. Availability depends on the number of
 * unanswered pings and not on time, because a process sends no pings while its event loop is blocked.
 */
export class Instances {
  private readonly known = new Map<string, Instance>();
  private available: Instance[] = [];
  private readonly inbox: string;
  private pings = 0;

  constructor(
    private readonly connection: NatsConnection,
    private readonly service: string,
  ) {
    this.inbox = inboxOf(connection);
    connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (error) return;
        if (message.headers?.code === NO_RESPONDERS) this.removeAll();
        else this.replied(message.string());
      },
    });
    connection.subscribe(stoppingSubject(service), {
      callback: (error, message) => {
        const instance = error ? undefined : this.known.get(message.string());
        if (instance) instance.isStopping = true;
        this.select();
      },
    });
    this.ping();
    const timer = setInterval(() => this.beat(), PING_MS).unref();
    void connection.closed().then(() => clearInterval(timer));
  }

  /**
   * Chooses two available instances at random, and returns the one with fewer messages.
   * @returns null if no instance is known to be available
   */
  pick(): Instance | null {
    const { available } = this;
    if (available.length < 2) return available[0] ?? null;
    const first = Math.floor(Math.random() * available.length);
    const other = Math.floor(Math.random() * (available.length - 1));
    const one = available[first] as Instance;
    const two = available[other < first ? other : other + 1] as Instance;
    return two.sent.size < one.sent.size ? two : one;
  }

  /**
   * Records that NATS had no subscriber for a message to an instance. If the instance does not reply to pings either, and
   * has not said that it is stopping, its process has ended, so that the messages before this one are lost. NATS replies
   * to the messages after it.
   */
  hasNoSubscriber({ missed, isStopping, sent }: Instance, message: SentMessage): void {
    if (missed < 2 || isStopping) return;
    for (const earlier of sent) {
      if (earlier === message) return;
      earlier.lost();
    }
  }

  private replied(text: string): void {
    // An id becomes part of a subject, and NATS closes connections that publish to a subject of several kilobytes.
    const [, id] = /"id":"(\w{1,64})"/.exec(text) ?? [];
    if (!id) return;
    const instance = this.known.get(id) ?? { id, missed: 0, isStopping: false, sent: new Set() };
    this.known.set(id, instance);
    instance.missed = 0;
    this.select();
  }

  /** Ends the wait for all replies, because NATS says that no instance is connected. */
  private removeAll(): void {
    for (const { sent } of this.known.values()) for (const message of sent) message.lost();
    this.known.clear();
    this.select();
  }

  private beat(): void {
    for (const [id, instance] of this.known) {
      instance.missed += 1;
      if (instance.missed > FORGET_MISSED) this.known.delete(id);
    }
    this.select();
    if (this.available.length > 0) {
      for (const { missed, sent } of this.known.values()) {
        if (missed >= MAX_MISSED) for (const message of sent) message.lost();
      }
    }
    this.ping();
  }

  private ping(): void {
    const { connection } = this;
    if (connection.isClosed() || connection.isDraining()) return;
    this.pings += 1;
    // A reply subject of its own, so that no instance can reply to a ping that it has not received.
    connection.publish(`$SRV.PING.${this.service}`, '', { reply: `${this.inbox}.${this.pings}` });
  }

  private select(): void {
    this.available = [...this.known.values()].filter(
      ({ missed, isStopping }) => missed < MAX_MISSED && !isStopping,
    );
  }
}
