import { describe, expect, it } from '@jest/globals';
import { RenderQueue } from './render-queue.js';

const LONG_MS = 60_000;

/** Adds visitors to the queue in order. @returns their indexes, in the order of admission or rejection */
function enter(queue: RenderQueue, quietness: readonly number[]) {
  const admitted: number[] = [];
  const rejected: number[] = [];
  const results = quietness.map((each, index) =>
    queue.enter(each).then((isAdmitted) => (isAdmitted ? admitted : rejected).push(index)),
  );
  return { admitted, rejected, results };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('RenderQueue', () => {
  it('starts renders up to its limit, then one more each time a render ends', async () => {
    const queue = new RenderQueue(2, 10, LONG_MS);
    const { admitted } = enter(queue, [1, 1, 1, 1]);
    await settled();
    expect(admitted).toEqual([0, 1]);
    queue.leave();
    await settled();
    expect(admitted).toEqual([0, 1, 2]);
    queue.leave();
    await settled();
    expect(admitted).toEqual([0, 1, 2, 3]);
  });

  it('admits the visitor with the fewest requests first, and visitors with equally many in order of arrival', async () => {
    const queue = new RenderQueue(1, 10, LONG_MS);
    const { admitted, results } = enter(queue, [0, 3, 1, 9, 9]);
    for (let ended = 0; ended < 5; ended += 1) {
      await settled();
      queue.leave();
    }
    await Promise.all(results);
    expect(admitted).toEqual([0, 3, 4, 1, 2]);
  });

  it('rejects the visitor with the most requests when the queue is full', async () => {
    const queue = new RenderQueue(1, 2, LONG_MS);
    const { rejected } = enter(queue, [0, 5, 2, 7, 1, 2]);
    await settled();
    expect(rejected).toEqual([2, 4, 5]);
    for (let ended = 0; ended < 3; ended += 1) queue.leave();
  });

  it('rejects a visitor who has waited too long', async () => {
    const queue = new RenderQueue(1, 2, 1);
    const { rejected, results } = enter(queue, [0, 9]);
    await Promise.all(results);
    expect(rejected).toEqual([1]);
    queue.leave();
    expect(await queue.enter(0)).toBe(true);
  });
});
