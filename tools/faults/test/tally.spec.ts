import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LATENESS_MS, Tally, Times } from '../generator/tally.mjs';

const STEPS = [
  { name: 'first', rate: 100, ms: 1000 },
  { name: 'second', rate: 100, ms: 1000 },
];

describe('Tally', () => {
  it('measures latency from when a request was due, not from when it was sent', () => {
    const tally = new Tally(STEPS);
    expect(tally.begin(0, 100, 100 + MAX_LATENESS_MS)).toBe(true);
    tally.end(0, 100, 400, 'good', 0, '');
    expect(tally.report()[0]).toMatchObject({ due: 1, notSent: 0, good: 1, goodP99: 300 });
    expect(tally.report()[0]?.latenessP99).toBe(MAX_LATENESS_MS);
  });

  it('skips a request that the load generator cannot send on time, and does not count it against the server', () => {
    const tally = new Tally(STEPS);
    expect(tally.begin(0, 100, 101 + MAX_LATENESS_MS)).toBe(false);
    tally.begin(0, 110, 110);
    tally.unable(0);
    expect(tally.report()[0]).toMatchObject({ due: 2, notSent: 2, timedOut: 0, lastFailure: 0 });
  });

  it('counts a late response in the step of its request, but as goodput in the step of its arrival', () => {
    const tally = new Tally(STEPS);
    tally.begin(0, 900, 900);
    tally.end(0, 900, 1100, 'good', 3, '');
    const [first, second] = tally.report();
    expect([first?.good, first?.goodPerSecond]).toEqual([1, 0]);
    expect([second?.good, second?.goodPerSecond]).toEqual([0, 1]);
    expect(tally.served[3]).toBe(1);
  });

  it('distinguishes rejections, timeouts, resets and other errors', () => {
    const tally = new Tally(STEPS);
    tally.end(1, 1100, 1120, 'rejected', 0, 'overload');
    tally.end(1, 1200, 1230, 'rejected', 0, 'account');
    tally.end(1, 1300, 11_300, 'timedOut', 0, '');
    tally.end(1, 1250, 1260, 'reset', 0, '');
    tally.end(1, 1250, 1260, '429 quota_exceeded', 0, '');
    expect(tally.report()[1]).toMatchObject({
      rejected: 2,
      rejectedP99: 30,
      reasons: { overload: 1, account: 1 },
      timedOut: 1,
      reset: 1,
      failed: { '429 quota_exceeded': 1 },
      lastFailure: 300,
    });
  });
});

describe('Times', () => {
  it('computes percentiles of the durations', () => {
    const values = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, share) => {
        const times = new Times();
        for (const value of all) times.add(value);
        const percentile = times.percentile(share);
        expect(all.filter((value) => value <= percentile).length).toBeGreaterThanOrEqual(
          all.length * share,
        );
        expect(all.filter((value) => value < percentile).length).toBeLessThan(all.length * share);
      }),
    );
  });
});
