import type { IncomingMessage } from 'node:http';
import { ApiError, overloaded, POOLS, type Pool } from '@gcd/contracts';
import { OpenRequests } from '@gcd/http';
import { Levers } from '@gcd/nats/levers';
import { CONFIG, registerGauges } from '@gcd/process';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from './config.js';
import { type ApiRequest, principalOf } from './request.js';

/** Share of `MAX_IN_FLIGHT` that each pool may have in flight. Operations that need more CPU time have fewer slots. */
const SHARES: Readonly<Record<Pool, number>> = {
  certs: 1,
  cards: 1,
  search: 1 / 8,
  changes: 1 / 2,
  catalogs: 1 / 16,
  history: 1 / 8,
  cert_batches: 1 / 16,
  card_batches: 1 / 16,
};
/** Maximum time in milliseconds that a request waits, first for its turn and then for a slot. */
const MAX_WAIT_MS = 500;
/** Maximum number of waiting requests, as a multiple of the number of slots. */
const WAITING_PER_SLOT = 16;
/** Number of requests that may begin their admission in one iteration of the event loop. */
const TURNS = 16;
/** Maximum number of requests that wait for their turn, as a multiple of the number of turns. */
const WAITING_PER_TURN = 64;
const OVERLOADED = overloaded();
/** Message of a request whose pool has no slots (`admin levers`). */
export const SWITCHED_OFF = 'This operation is switched off for a short time. Try again later.';
/** Status in logs and metrics of a request whose client has disconnected. No client receives it. */
export const CLIENT_CLOSED_REQUEST = 499;
const CLIENT_CLOSED = new ApiError('internal_error', 'The client has disconnected.', {
  status: CLIENT_CLOSED_REQUEST,
});

/** Limits the requests that this gateway has in flight to services, with a fixed number of slots for each pool. */
@Injectable()
export class Slots {
  private readonly pools: Readonly<Record<Pool | 'admission', SlotPool>>;

  constructor(
    @Inject(CONFIG) { MAX_IN_FLIGHT }: GatewayConfig,
    private readonly openRequests: OpenRequests,
    levers: Levers,
  ) {
    const pools = POOLS.map((pool): [Pool, SlotPool] => {
      const size = Math.max(1, Math.round(MAX_IN_FLIGHT * SHARES[pool]));
      const sizeNow = (): number => Math.min(size, levers.number(pool) ?? size);
      return [pool, new SlotPool(sizeNow, WAITING_PER_SLOT)];
    });
    this.pools = {
      ...(Object.fromEntries(pools) as Record<Pool, SlotPool>),
      admission: new SlotPool(() => TURNS, WAITING_PER_TURN),
    };
    const gauge = (name: string, help: string, read: (pool: SlotPool) => number): void =>
      registerGauges(name, help, 'pool', () =>
        Object.fromEntries(Object.entries(this.pools).map(([pool, each]) => [pool, read(each)])),
      );
    gauge('gcd_slots', 'Maximum number of requests in flight to services.', ({ size }) => size());
    gauge('gcd_slots_in_use', 'Requests in flight to services.', ({ inUse }) => inUse);
    const help = 'Requests waiting for a slot, or for their admission to begin.';
    gauge('gcd_slots_waiting', help, ({ waiting }) => waiting);
  }

  /**
   * Sends a request to a service once a slot is free.
   * @param elapsedMs milliseconds that the request has already waited
   * @throws ApiError 503 if the request has waited too long or too many requests are waiting
   */
  async run<Reply>(
    pool: Pool,
    request: ApiRequest,
    elapsedMs: number,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const { account } = principalOf(request);
    const slots = this.pools[pool];
    if (!this.openRequests.isOpen(request.raw)) throw CLIENT_CLOSED;
    if (slots.size() === 0) throw overloaded(SWITCHED_OFF);
    if (!slots.take(account)) await this.wait(slots, account, request.raw, MAX_WAIT_MS - elapsedMs);
    try {
      return await this.openRequests.during(request.raw, send);
    } finally {
      slots.release(account);
    }
  }

  /**
   * Waits until a request may begin its admission. Iterations of the event loop therefore stay short, and rejections
   * fast, while more requests arrive than this process can serve.
   * @throws ApiError 503 if the request has waited too long or too many requests are waiting
   */
  async turn(request: ApiRequest): Promise<void> {
    const { account } = principalOf(request);
    const turns = this.pools.admission;
    if (!turns.take(account)) await this.wait(turns, account, request.raw, MAX_WAIT_MS);
    setImmediate(() => turns.release(account));
  }

  private async wait(
    slots: SlotPool,
    account: number,
    request: IncomingMessage,
    maxMs: number,
  ): Promise<void> {
    let leave = (_error: ApiError): void => undefined;
    const admitted = new Promise<void>((admit, reject) => {
      leave = slots.enqueue({ account, admit, reject });
    });
    const timer = setTimeout(() => leave(OVERLOADED), maxMs);
    const stopListening = this.openRequests.onClose(request, () => leave(CLIENT_CLOSED));
    await admitted.finally(() => {
      clearTimeout(timer);
      stopListening();
    });
  }
}

interface Waiter {
  readonly account: number;
  admit(): void;
  reject(error: ApiError): void;
}

/**
 * The slots of one pool. Requests of an account wait first in, first out; accounts take turns. While others wait, an
 * account gets at most half of the slots.
 */
export class SlotPool {
  inUse = 0;
  waiting = 0;
  private readonly held = new Map<number, number>();
  /** The waiting requests of each account. The order of the accounts is the order of their turns. */
  private readonly queues = new Map<number, Waiter[]>();

  /**
   * @param size returns the number of slots, which may change
   * @param waitingPerSlot maximum number of waiting requests, as a multiple of the number of slots
   */
  constructor(
    readonly size: () => number,
    private readonly waitingPerSlot: number,
  ) {}

  /** Takes a slot if one is free. */
  take(account: number): boolean {
    if (this.inUse >= this.size()) return false;
    this.inUse += 1;
    this.held.set(account, (this.held.get(account) ?? 0) + 1);
    return true;
  }

  /** Releases a slot, and gives it to the account whose turn it is. */
  release(account: number): void {
    this.inUse -= 1;
    const held = (this.held.get(account) ?? 0) - 1;
    if (held > 0) this.held.set(account, held);
    else this.held.delete(account);
    if (this.waiting === 0 || this.inUse >= this.size()) return;
    const accounts = [...this.queues.keys()];
    const next =
      accounts.find((each) => (this.held.get(each) ?? 0) < this.size() / 2) ?? accounts[0];
    const queue = this.queues.get(next as number) as Waiter[];
    const waiter = queue[0] as Waiter;
    this.remove(waiter);
    // Move the account to the end of the order.
    if (this.queues.delete(waiter.account)) this.queues.set(waiter.account, queue);
    this.take(waiter.account);
    waiter.admit();
  }

  /**
   * Adds a request to the queue of its account. If too many requests are waiting, rejects the newest request of the
   * account with the most waiting requests.
   * @returns a function that removes the request with an error, unless it has been admitted or rejected
   */
  enqueue(waiter: Waiter): (error: ApiError) => void {
    const queue = this.queues.get(waiter.account) ?? [];
    queue.push(waiter);
    this.queues.set(waiter.account, queue);
    this.waiting += 1;
    if (this.waiting > this.size() * this.waitingPerSlot) {
      let longest = queue;
      for (const each of this.queues.values()) if (each.length > longest.length) longest = each;
      this.leave(longest.at(-1) as Waiter, OVERLOADED);
    }
    return (error) => this.leave(waiter, error);
  }

  private leave(waiter: Waiter, error: ApiError): void {
    if (this.remove(waiter)) waiter.reject(error);
  }

  private remove(waiter: Waiter): boolean {
    const queue = this.queues.get(waiter.account) ?? [];
    const index = queue.indexOf(waiter);
    if (index < 0) return false;
    queue.splice(index, 1);
    this.waiting -= 1;
    if (queue.length === 0) this.queues.delete(waiter.account);
    return true;
  }
}
