import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { RateRecord } from './rate-record.js';

const WINDOW_MS = 1000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const isAdmitted = async (record: RateRecord, limit: number, key = '1'): Promise<boolean> =>
  !(await record.increment(key, WINDOW_MS, limit)).isBlocked;

describe('RateRecord', () => {
  it('admits at most the limit in any window', async () => {
    const pauses = fc.array(fc.nat(300), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 1, max: 20 }), async (between, limit) => {
        const record = new RateRecord();
        const times: number[] = [];
        for (const ms of between) {
          jest.advanceTimersByTime(ms);
          if (await isAdmitted(record, limit)) times.push(performance.now());
        }
        for (const [index, time] of times.entries()) {
          const earlier = times[index - limit];
          if (earlier !== undefined) expect(time - earlier).toBeGreaterThanOrEqual(WINDOW_MS);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('never rejects a client that sends exactly at its rate', async () => {
    const record = new RateRecord();
    for (let sent = 0; sent < 100; sent += 1) {
      expect(await isAdmitted(record, 10)).toBe(true);
      jest.advanceTimersByTime(WINDOW_MS / 10);
    }
  });

  it('returns the number of requests in the window and the time until the next one is admitted', async () => {
    const record = new RateRecord();
    const increment = () => record.increment('1', WINDOW_MS, 2);
    expect(await increment()).toMatchObject({ totalHits: 1, isBlocked: false });
    jest.advanceTimersByTime(400);
    expect(await increment()).toMatchObject({ totalHits: 2, isBlocked: false });
    expect(await increment()).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    jest.advanceTimersByTime(600);
    expect(await increment()).toMatchObject({ totalHits: 2, isBlocked: false });
    expect([record.count(1), record.count(2)]).toEqual([2, 0]);
  });

  it('counts each account separately', async () => {
    const record = new RateRecord();
    expect(await isAdmitted(record, 1, '1')).toBe(true);
    expect(await isAdmitted(record, 1, '2')).toBe(true);
    expect(await isAdmitted(record, 1, '1')).toBe(false);
  });

  it('after a rejection by Redis, rejects requests for as long as Redis does', async () => {
    const record = new RateRecord();
    await isAdmitted(record, 10);
    record.reject('1', 300);
    jest.advanceTimersByTime(299);
    expect(await isAdmitted(record, 10)).toBe(false);
    jest.advanceTimersByTime(2);
    expect(await record.increment('1', WINDOW_MS, 10)).toMatchObject({
      totalHits: 1,
      isBlocked: false,
    });
  });
});
