import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Surge } from './surge.js';

const USUAL_PER_SECOND = 100;

/** Sends requests at constant intervals. @returns the time at which the last one arrived, in milliseconds */
function send(surge: Surge, from: number, ms: number, perSecond: number): number {
  const gap = 1000 / perSecond;
  let now = from;
  for (const end = from + ms; now + gap <= end; ) {
    now += gap;
    surge.arrived(now);
  }
  return now;
}

describe('Surge', () => {
  it.each([
    [2, 5000, false],
    [6, 600, false],
    [6, 1200, true],
    [20, 250, true],
  ])('with %i times the usual requests for %i ms is on: %s', (factor, ms, isOn) => {
    const surge = new Surge(0);
    const start = send(surge, 0, 10_000, USUAL_PER_SECOND);
    send(surge, start, ms, factor * USUAL_PER_SECOND);
    expect(surge.isOn).toBe(isOn);
  });

  it('ends with the first interval that has the usual number of requests', () => {
    const surge = new Surge(0);
    const start = send(surge, 0, 10_000, USUAL_PER_SECOND);
    const end = send(surge, start, 500, 10 * USUAL_PER_SECOND);
    expect(surge.isOn).toBe(true);
    send(surge, end, 120, USUAL_PER_SECOND);
    expect(surge.isOn).toBe(false);
  });

  it('is not turned on by a burst of 250 requests', () => {
    const surge = new Surge(0);
    const start = send(surge, 0, 10_000, USUAL_PER_SECOND);
    const end = send(surge, start, 100, 2500);
    expect(surge.isOn).toBe(false);
    send(surge, end, 100, 2500);
    expect(surge.isOn).toBe(true);
  });

  it('is not on within the first second of a gateway', () => {
    const surge = new Surge(0);
    send(surge, 0, 200, 10);
    send(surge, 200, 700, 5000);
    expect(surge.isOn).toBe(false);
  });

  it('is never on at a constant rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (perSecond) => {
        const surge = new Surge(0);
        let now = 0;
        for (let each = 0; each < 20; each += 1) {
          now = send(surge, now, 100, perSecond);
          expect(surge.isOn).toBe(false);
        }
      }),
    );
  });
});
