import { AdaptiveLimit } from '@gcd/service';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AccountShares } from './account-shares.js';
import { FairQueue } from './fair-queue.js';
import type { OverloadReason } from './overload-reason.js';
import { SharedLimit } from './shared-limit.js';
import { Surge } from './surge.js';

let clock = 0;

const fixed = (limit: number): AdaptiveLimit =>
  new AdaptiveLimit({ initial: limit, min: limit, max: limit });

const queueOf = (
  limit: number,
  cost = 1,
  shares = new AccountShares(),
  sharedLimit = new SharedLimit(fixed(1000)),
  surge = new Surge(clock),
): FairQueue => new FairQueue(fixed(limit), sharedLimit, cost, shares, surge, () => clock);

/** Advances the clock in small steps, so that timers fire in their usual order. */
function pass(queue: FairQueue, ms: number): void {
  for (const end = clock + ms; clock < end; ) {
    clock += 10;
    queue.shed();
  }
}

/** Overloads a queue: every 20 ms, two requests of an account arrive, and one is admitted. */
function flood(queue: FairQueue, account: number, ms = 2000): void {
  for (let each = 0; each < ms / 20; each += 1) {
    if (queue.inFlight > 0) queue.release();
    for (const one of [account, account]) queue.enter(one);
    pass(queue, 20);
  }
}

type Outcome = OverloadReason | null;

/** Adds a request to a queue. @param onAdmitted called with the account once the request is admitted */
async function enter(
  queue: FairQueue,
  account: number,
  onAdmitted: (account: number) => void,
): Promise<Outcome> {
  const outcome = await queue.enter(account);
  if (outcome === null) onAdmitted(account);
  return outcome;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('FairQueue', () => {
  it('admits requests immediately up to the limit', () => {
    const queue = queueOf(3);
    expect([1, 1, 2].map((account) => queue.enter(account))).toEqual([null, null, null]);
    expect([queue.inFlight, queue.queued]).toEqual([3, 0]);
  });

  it('counts a batch as several requests, so that its account waits longer for its next turn', async () => {
    const queue = queueOf(1);
    const order: number[] = [];
    queue.enter(1, 4);
    const batches = [queue.enter(1, 4)].map((entered) =>
      Promise.resolve(entered).then(() => order.push(1)),
    );
    const singles = Array.from({ length: 6 }, () => enter(queue, 2, (a) => order.push(a)));
    for (let each = 0; each < 7; each += 1) queue.release();
    await Promise.all([...batches, ...singles]);
    expect(order).toEqual([2, 2, 2, 2, 1, 2, 2]);
  });

  it('admits requests from two accounts alternately, regardless of how many requests each has queued', async () => {
    const queue = queueOf(10);
    const order: number[] = [];
    for (let each = 0; each < 10; each += 1) queue.enter(1);
    const greedy = Array.from({ length: 8 }, () => enter(queue, 1, (a) => order.push(a)));
    const quiet = Array.from({ length: 4 }, () => enter(queue, 2, (a) => order.push(a)));
    for (let each = 0; each < 8; each += 1) queue.release();
    await settled();
    expect(order.filter((account) => account === 2)).toHaveLength(4);
    expect(order).toHaveLength(8);
    for (let each = 0; each < 4; each += 1) queue.release();
    await Promise.all([...greedy, ...quiet]);
  });

  it("counts an account's requests, weighted by cost, across the queues of all operation classes", async () => {
    const shares = new AccountShares();
    const searches = queueOf(4, 8, shares);
    const lookups = queueOf(4, 1, shares);
    // Account 1 has already used the search queue, so account 2's lookups are served first.
    for (let each = 0; each < 4; each += 1) searches.enter(1);
    for (let each = 0; each < 4; each += 1) lookups.enter(2);
    const order: number[] = [];
    const all = [1, 1, 2, 2].map((account) => enter(lookups, account, (a) => order.push(a)));
    for (let each = 0; each < 4; each += 1) lookups.release();
    await Promise.all(all);
    expect(order.slice(0, 2)).toEqual([2, 2]);
  });

  it('does not starve an account in one queue while another queue admits many requests', async () => {
    const shares = new AccountShares();
    const searches = queueOf(2, 8, shares);
    const lookups = queueOf(1000, 1, shares);
    for (const account of [1, 1]) searches.enter(account);
    const order: number[] = [];
    const all = [1, 1, 1, 1, 2, 2].map((account) => enter(searches, account, (a) => order.push(a)));
    for (let each = 0; each < 4; each += 1) {
      for (let lookup = 0; lookup < 20; lookup += 1) lookups.enter(3);
      searches.release();
    }
    await settled();
    expect(order.filter((account) => account === 2)).toHaveLength(2);
    for (let each = 0; each < 2; each += 1) searches.release();
    await Promise.all(all);
  });

  it('limits the number of requests in flight across all queues, and reserves four for each queue', () => {
    const shares = new AccountShares();
    const sharedLimit = new SharedLimit(fixed(6));
    const [first, second] = [
      queueOf(10, 1, shares, sharedLimit),
      queueOf(10, 1, shares, sharedLimit),
    ];
    for (let each = 0; each < 10; each += 1) first.enter(1);
    for (let each = 0; each < 10; each += 1) second.enter(2);
    expect([first.inFlight, second.inFlight]).toEqual([6, 4]);
    first.release();
    expect([first.inFlight, second.inFlight]).toEqual([5, 4]);
    while (second.inFlight > 0) second.release();
    expect([first.inFlight, second.queued]).toEqual([6, 0]);
  });

  it('rejects requests from an account that has too many queued, and reserves space for other accounts', async () => {
    const queue = queueOf(2);
    queue.enter(2);
    queue.enter(1);
    const outcomes: Outcome[] = [];
    for (let each = 0; each < 100; each += 1) {
      void Promise.resolve(queue.enter(1)).then((outcome) => outcomes.push(outcome));
    }
    await settled();
    expect(queue.queued).toBe(16);
    expect(outcomes).toEqual(Array(84).fill('account'));
    expect(queue.reject(1)).toBe('account');
    expect(queue.reject(2)).toBeNull();
  });

  it('gives the reason "overload" when it rejects an account that is within its share', async () => {
    const queue = queueOf(4);
    for (const account of [1, 2, 1, 2]) queue.enter(account);
    const waiting = [1, 2, 1, 2].map((account) => queue.enter(account));
    pass(queue, 1600);
    pass(queue, 1000);
    expect(await Promise.all(waiting)).toEqual(Array(4).fill('overload'));
    expect(queue.queued).toBe(0);
  });

  it('keeps the requests of a burst queued for up to 1.5 s', () => {
    const queue = queueOf(4);
    for (let each = 0; each < 10; each += 1) queue.enter(1);
    pass(queue, 1450);
    expect(queue.queued).toBe(6);
    pass(queue, 100);
    expect(queue.queued).toBe(0);
  });

  it('is overloaded within half a second of the start of a surge', () => {
    const queue = queueOf(4);
    for (let each = 0; each < 100; each += 1) {
      queue.enter(1);
      queue.release();
      pass(queue, 20);
    }
    for (let each = 0; each < 25; each += 1) {
      for (let one = 0; one < 20; one += 1) queue.enter(1);
      pass(queue, 20);
    }
    expect(queue.queued).toBe(5);
  });

  it('holds at most as many waiting requests during overload as it admits in 0.1 s', () => {
    const queue = queueOf(4);
    flood(queue, 1);
    // The queue admits 50 requests per second.
    expect(queue.queued).toBe(5);
  });

  it.each([
    [4, 'three times as many requests arrive as usual', 3],
    [8, 'as many requests arrive as usual', 1],
  ])('keeps %i requests queued if none are admitted and %s', (queued, _case, factor) => {
    const queue = queueOf(8);
    for (let each = 0; each < 500; each += 1) {
      queue.enter(1);
      queue.release();
      pass(queue, 20);
    }
    for (let each = 0; each < 8; each += 1) queue.enter(1);
    for (let each = 0; each < 100; each += 1) {
      for (let one = 0; one < factor; one += 1) queue.enter(1);
      pass(queue, 20);
    }
    expect(queue.queued).toBe(queued);
  });

  it.each([
    [9000, true],
    [11_000, false],
  ])(
    'sheds requests without waiting 1.5 s if overload returns after %i ms: %s',
    async (ms, sheds) => {
      const queue = queueOf(4);
      flood(queue, 1);
      while (queue.inFlight > 0) queue.release();
      await settled();
      pass(queue, ms);
      flood(queue, 1, 800);
      expect(queue.queued < 20).toBe(sheds);
    },
  );

  it('immediately rejects requests from a busy account during overload, and admits another account next', async () => {
    const queue = queueOf(4);
    flood(queue, 1);
    expect(queue.reject(1)).toBe('overload');
    const order: number[] = [];
    const quiet = enter(queue, 2, (account) => order.push(account));
    expect(queue.queued).toBeLessThanOrEqual(10);
    queue.release();
    await quiet;
    expect(order).toEqual([2]);
  });

  it('rejects an account that exceeds its share before one that has just sent an expensive request', async () => {
    const queue = queueOf(4);
    flood(queue, 1);
    const expensive = queue.enter(2, 20);
    queue.release();
    expect(await expensive).toBeNull();
    const next = queue.enter(2);
    for (let each = 0; each < 20; each += 1) queue.enter(1);
    while (queue.inFlight > 0) queue.release();
    expect(await next).toBeNull();
  });

  it('rejects no request of a burst from a quiet account while another account overloads the queue', async () => {
    const queue = queueOf(1);
    flood(queue, 1, 3000);
    const burst = [2, 2, 2, 2].map((account) => queue.enter(account));
    for (let each = 0; each < 20; each += 1) queue.release();
    expect(await Promise.all(burst)).toEqual([null, null, null, null]);
  });

  it('rejects a request that has waited for a second during overload', async () => {
    const queue = queueOf(4);
    flood(queue, 1);
    const quiet = queue.enter(2);
    pass(queue, 950);
    expect(queue.queued).toBeGreaterThan(0);
    pass(queue, 100);
    expect(await quiet).toBe('overload');
    expect(queue.queued).toBe(0);
  });

  it('rejects a limited number of requests at once, even if many accounts have waited for too long', () => {
    const queue = queueOf(400);
    for (let each = 0; each < 400; each += 1) queue.enter(0);
    for (let account = 1; account <= 300; account += 1) queue.enter(account);
    clock += 3000;
    queue.shed();
    expect(queue.queued).toBe(236);
    queue.shed();
    expect(queue.queued).toBe(172);
  });

  it('accepts a burst again once no request has been rejected for half a second', async () => {
    const queue = queueOf(4);
    flood(queue, 1);
    while (queue.inFlight > 0) queue.release();
    await settled();
    pass(queue, 510);
    for (let each = 0; each < 20; each += 1) queue.enter(1);
    expect(queue.queued).toBe(16);
  });

  it('never exceeds the limit on requests in flight, and admits or rejects every request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ account: fc.nat(5), isRelease: fc.boolean() }), { maxLength: 200 }),
        async (steps) => {
          const queue = queueOf(5);
          let admitted = 0;
          const all: Promise<unknown>[] = [];
          for (const { account, isRelease } of steps) {
            if (isRelease && admitted > 0) {
              admitted -= 1;
              queue.release();
              await settled();
            } else all.push(enter(queue, account, () => (admitted += 1)));
            expect(queue.inFlight).toBeLessThanOrEqual(5);
          }
          pass(queue, 2000);
          await Promise.all(all);
          expect(queue.queued).toBe(0);
          expect(queue.inFlight).toBe(admitted);
        },
      ),
      { numRuns: 30 },
    );
  });
});
