import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AdaptiveLimit } from './adaptive-limit.js';

/** Simulates a server with limited parallelism and a queue. @returns the values of the concurrency limit over time */
function simulate(limit: AdaptiveLimit, parallel: number, serviceMs: number, ms: number): number[] {
  const limits: number[] = [];
  for (let now = 0; now < ms; now += serviceMs) {
    const inFlight = limit.limit;
    const latency = serviceMs * Math.max(1, inFlight / parallel);
    for (let sample = 0; sample < 20; sample += 1) limit.record(latency, inFlight, now);
    limits.push(limit.limit);
  }
  return limits;
}

describe('AdaptiveLimit', () => {
  it('has an initial limit of 64', () => {
    expect(new AdaptiveLimit().limit).toBe(64);
  });

  it('grows while latency is stable', () => {
    const limits = simulate(new AdaptiveLimit({ max: 500 }), 1000, 20, 60_000);
    expect(limits.at(-1)).toBe(500);
  });

  it('does not grow when there is no load', () => {
    const limit = new AdaptiveLimit();
    for (let now = 0; now < 60_000; now += 10) limit.record(5, 3, now);
    expect(limit.limit).toBe(64);
  });

  it('does not shrink under low load, even if requests are slow', () => {
    const limit = new AdaptiveLimit();
    for (let now = 0; now < 60_000; now += 10) limit.record(now < 1000 ? 5 : 500, 20, now);
    expect(limit.limit).toBe(64);
  });

  it('settles where requests begin to queue, and stays there during a long overload', () => {
    const limit = new AdaptiveLimit();
    for (let now = 0; now < 5000; now += 10) limit.record(20, 10, now);
    const limits = simulate(limit, 40, 20, 300_000);
    const settled = limits.slice(limits.length / 2);
    expect(Math.min(...settled)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...settled)).toBeLessThanOrEqual(120);
  });

  it('shrinks to the minimum while each request takes seconds, then recovers', () => {
    const limit = new AdaptiveLimit({ min: 16 });
    for (let now = 0; now < 5000; now += 10) limit.record(5, 40, now);
    const before = limit.limit;
    for (let now = 5000; now < 30_000; now += 100) limit.record(1500, limit.limit, now);
    expect(limit.limit).toBe(16);
    for (let now = 30_000; now < 60_000; now += 5) limit.record(5, limit.limit, now);
    expect(limit.limit).toBeGreaterThanOrEqual(before);
  });

  it('shrinks when a downstream resource is too busy to accept work', () => {
    const limit = new AdaptiveLimit({ min: 16 });
    for (let now = 0; now < 60_000; now += 50) limit.recordBusy(now);
    expect(limit.limit).toBe(16);
  });

  it('stays within its bounds for any measurements', () => {
    const event = fc.record({
      ms: fc.double({ min: 0, max: 100_000, noNaN: true }),
      inFlight: fc.nat(10_000),
      after: fc.nat(2000),
      isBusy: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const limit = new AdaptiveLimit({ min: 8, max: 200 });
        let now = 0;
        for (const { ms, inFlight, after, isBusy } of events) {
          now += after;
          if (isBusy) limit.recordBusy(now);
          else limit.record(ms, inFlight, now);
          expect(limit.limit).toBeGreaterThanOrEqual(8);
          expect(limit.limit).toBeLessThanOrEqual(200);
        }
      }),
    );
  });
});
