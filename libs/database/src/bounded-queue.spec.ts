import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { BoundedQueue, Slots } from './bounded-queue.js';

const NEVER = Number.POSITIVE_INFINITY;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Creates a queue that records the rejected items and the reasons. */
function queue() {
  const items = new BoundedQueue<{ number: number; deadline: number; reject: () => void }>();
  const rejected: number[] = [];
  let next = 0;
  return {
    rejected,
    push(count: number, deadline = NEVER): void {
      for (let pushed = 0; pushed < count; pushed += 1) {
        const number = next++;
        items.push({ number, deadline, reject: () => rejected.push(number) });
      }
    },
    take: (count: number): number[] => items.take(count).map(({ number }) => number),
    size: (): number => items.size,
  };
}

describe('BoundedQueue', () => {
  it('serves a burst in order', () => {
    const { push, take, rejected } = queue();
    push(5);
    jest.advanceTimersByTime(200);
    expect([take(2), take(2), take(2)]).toEqual([[0, 1], [2, 3], [4]]);
    expect(rejected).toEqual([]);
  });

  it('rejects items that have waited for more than two seconds, and serves the others in order', () => {
    const { push, take, rejected, size } = queue();
    push(3);
    jest.advanceTimersByTime(1700);
    push(3);
    jest.advanceTimersByTime(350);
    expect(take(2)).toEqual([3, 4]);
    expect(rejected).toEqual([0, 1, 2]);
    expect(size()).toBe(1);
  });

  it('rejects items whose deadline has passed', () => {
    const { push, take, rejected } = queue();
    push(1, performance.now() + 50);
    push(1);
    jest.advanceTimersByTime(60);
    expect(take(2)).toEqual([1]);
    expect(rejected).toEqual([0]);
  });

  it('rejects all items once no slot has been free for two seconds', () => {
    const { push, rejected } = queue();
    push(3);
    jest.advanceTimersByTime(2200);
    expect(rejected).toEqual([0, 1, 2]);
  });

  it('rejects new items while the queue is full', () => {
    const { push, take, size, rejected } = queue();
    push(2000);
    expect(size()).toBe(1024);
    expect(rejected).toHaveLength(2000 - 1024);
    expect(take(1)).toEqual([0]);
  });

  it('serves or rejects each item exactly once', () => {
    const step = fc.oneof(
      fc.record({ push: fc.nat(40), deadline: fc.option(fc.nat(300)) }),
      fc.record({ take: fc.integer({ min: 1, max: 64 }) }),
      fc.record({ pass: fc.nat(400) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { push, take, rejected, size } = queue();
        const served: number[] = [];
        let pushed = 0;
        for (const each of steps) {
          if ('push' in each) {
            push(each.push, each.deadline === null ? NEVER : performance.now() + each.deadline);
            pushed += each.push;
          } else if ('take' in each) served.push(...take(each.take));
          else jest.advanceTimersByTime(each.pass);
        }
        const seen = [...served, ...rejected];
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.length + size()).toBe(pushed);
      }),
    );
  });
});

it('Slots limits concurrency, and reuses the slot of an item that has succeeded or failed', async () => {
  const slots = new Slots(2);
  let running = 0;
  let most = 0;
  const work = async (fails: boolean): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (fails) throw new Error('failed');
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => slots.run(NEVER, () => work(index % 3 === 0))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
  expect([most, slots.waiting]).toEqual([2, 0]);
});
