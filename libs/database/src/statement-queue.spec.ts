import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { MAX_WAIT_MS, MAX_WAITING, StatementQueue } from './statement-queue.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Runs tasks that end only when the test ends them, and records which were started and rejected. */
function run(max: number) {
  const slots = new StatementQueue(max);
  const running = new Map<number, (error?: Error) => void>();
  const started: number[] = [];
  const rejected: number[] = [];
  let next = 0;
  return {
    slots,
    started,
    rejected,
    running,
    start(count: number): void {
      for (const last = next + count; next < last; next += 1) {
        const id = next;
        const task = (): Promise<void> => {
          started.push(id);
          return new Promise((resolve, reject) => {
            running.set(id, (error) => (error ? reject(error) : resolve()));
          });
        };
        slots.run(task).catch(({ reason }) => {
          if (reason === 'overload') rejected.push(id);
        });
      }
    },
    async end(id: number, error?: Error): Promise<void> {
      running.get(id)?.(error);
      running.delete(id);
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

it('starts waiting tasks in order as others succeed or fail', async () => {
  const { start, end, started, slots } = run(2);
  start(5);
  await end(1, new Error('failed'));
  await end(0);
  expect(started).toEqual([0, 1, 2, 3]);
  expect(slots.waiting).toBe(1);
});

it('rejects tasks that have waited too long, and keeps the others', async () => {
  const { start, end, started, rejected } = run(1);
  start(3);
  await jest.advanceTimersByTimeAsync(MAX_WAIT_MS - 300);
  start(1);
  await jest.advanceTimersByTimeAsync(300);
  expect(rejected).toEqual([1, 2]);
  await end(0);
  expect(started).toEqual([0, 3]);
});

it('rejects tasks while too many are waiting', async () => {
  const { start, end, started, rejected } = run(1);
  start(MAX_WAITING + 3);
  await jest.advanceTimersByTimeAsync(0);
  expect(rejected).toEqual([MAX_WAITING + 1, MAX_WAITING + 2]);
  await end(0);
  expect(started).toEqual([0, 1]);
});

it('never runs more tasks than it has slots, and starts or rejects each task once', async () => {
  const step = fc.oneof(
    fc.record({ start: fc.nat(20) }),
    fc.record({ end: fc.nat(40), fails: fc.boolean() }),
    fc.record({ pass: fc.nat(MAX_WAIT_MS) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step), async (max, steps) => {
      const { start, end, started, rejected, running, slots } = run(max);
      let tasks = 0;
      for (const each of steps) {
        if ('start' in each) {
          start(each.start);
          tasks += each.start;
        } else if ('end' in each) {
          const ids = [...running.keys()];
          const id = ids[each.end % ids.length];
          if (id !== undefined) await end(id, each.fails ? new Error('failed') : undefined);
        } else await jest.advanceTimersByTimeAsync(each.pass);
        expect(running.size).toBeLessThanOrEqual(max);
        expect(slots.waiting === 0 || running.size === max).toBe(true);
      }
      await jest.advanceTimersByTimeAsync(0);
      const seen = [...started, ...rejected];
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length + slots.waiting).toBe(tasks);
    }),
  );
});
