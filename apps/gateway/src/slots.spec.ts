import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SlotPool } from './slots.js';

/** A pool with the numbers of the requests that are in flight, admitted after waiting, and rejected. */
function poolOf(size: number) {
  const pool = new SlotPool(() => size, 16);
  const inFlight = new Map<number, number>();
  const admitted: number[] = [];
  const rejected: number[] = [];
  const leaves = new Map<number, () => void>();
  let next = 0;
  return {
    pool,
    inFlight,
    admitted,
    rejected,
    leaves,
    send(account: number): number {
      const number = next++;
      if (pool.take(account)) {
        inFlight.set(number, account);
        return number;
      }
      const leave = pool.enqueue({
        account,
        admit: () => {
          inFlight.set(number, account);
          admitted.push(number);
        },
        reject: () => rejected.push(number),
      });
      leaves.set(number, () => leave(new Error('left') as never));
      return number;
    },
    reply(number: number): void {
      const account = inFlight.get(number) as number;
      inFlight.delete(number);
      pool.release(account);
    },
  };
}

describe('SlotPool', () => {
  it('lets accounts take turns', () => {
    const { send, reply, admitted } = poolOf(1);
    const first = send(1);
    const waiting = [1, 1, 1, 2, 2, 3].map(send);
    reply(first);
    for (let replies = 0; replies < 6; replies += 1) reply(admitted.at(-1) as number);
    expect(admitted).toEqual([0, 3, 5, 1, 4, 2].map((index) => waiting[index]));
  });

  it('gives an account at most half of the slots while another account waits', () => {
    const { send, reply, inFlight } = poolOf(4);
    for (let sent = 0; sent < 20; sent += 1) send(1);
    for (let sent = 0; sent < 20; sent += 1) send(2);
    for (let round = 0; round < 10; round += 1) {
      const [oldest] = inFlight.keys();
      reply(oldest as number);
    }
    const accounts = [...inFlight.values()];
    expect(accounts.filter((account) => account === 1)).toHaveLength(2);
    expect(accounts.filter((account) => account === 2)).toHaveLength(2);
  });

  it('if too many requests wait, rejects the newest one of the account with the most', () => {
    const { send, rejected } = poolOf(1);
    send(1);
    const greedy = Array.from({ length: 16 }, () => send(1));
    expect(rejected).toEqual([]);
    send(2);
    expect(rejected).toEqual([greedy.at(-1)]);
    const newest = send(1);
    expect(rejected).toEqual([greedy.at(-1), newest]);
  });

  it('never exceeds its size, leaves no slot free while requests wait, and settles each request once', () => {
    const step = fc.oneof(
      fc.record({ send: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ reply: fc.nat(20) }),
      fc.record({ leave: fc.nat(40) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 1, max: 5 }),
        (steps, size) => {
          const { pool, send, reply, inFlight, admitted, rejected, leaves } = poolOf(size);
          for (const each of steps) {
            if ('send' in each) send(each.send);
            else if ('leave' in each) [...leaves.values()][each.leave]?.();
            else {
              const number = [...inFlight.keys()][each.reply];
              if (number !== undefined) reply(number);
            }
            expect(pool.inUse).toBe(inFlight.size);
            expect(pool.inUse).toBeLessThanOrEqual(size);
            if (pool.waiting > 0) expect(pool.inUse).toBe(size);
          }
          const settled = [...admitted, ...rejected];
          expect(new Set(settled).size).toBe(settled.length);
          expect(settled.length + pool.waiting).toBe(leaves.size);
        },
      ),
    );
  });
});
