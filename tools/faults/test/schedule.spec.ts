import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Schedule, stepAt } from '../generator/schedule.mjs';

const steps = fc.array(
  fc.record({
    name: fc.constant(''),
    rate: fc.integer({ min: 0, max: 50 }),
    ms: fc.integer({ min: 0, max: 2000 }),
  }),
  { minLength: 1, maxLength: 5 },
);

function dueTimes(of: Parameters<typeof stepAt>[0]): { due: number; step: number }[] {
  const times = [];
  for (const schedule = new Schedule(of); schedule.due < Infinity; schedule.advance()) {
    times.push({ due: schedule.due, step: schedule.step });
  }
  return times;
}

describe('Schedule', () => {
  it('spaces requests evenly, and leaves no gap before the next step', () => {
    const times = dueTimes([
      { name: 'slow', rate: 2, ms: 1000 },
      { name: 'none', rate: 0, ms: 500 },
      { name: 'fast', rate: 10, ms: 300 },
    ]);
    expect(times).toEqual([
      { due: 0, step: 0 },
      { due: 500, step: 0 },
      { due: 1500, step: 2 },
      { due: 1600, step: 2 },
      { due: 1700, step: 2 },
    ]);
  });

  it('assigns requests to steps in order, at the rate of each step', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const times = dueTimes(all);
        const isInOrder = times.every(({ due, step }, index) => {
          return stepAt(all, due) === step && due >= (times[index - 1]?.due ?? 0);
        });
        expect(isInOrder).toBe(true);
        for (const [index, { rate, ms }] of all.entries()) {
          const count = times.filter(({ step }) => step === index).length;
          expect(Math.abs(count - (rate * ms) / 1000)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('stepAt', () => {
  it('returns null after the last step', () => {
    const one = [{ name: 'only', rate: 1, ms: 100 }];
    expect([stepAt(one, 0), stepAt(one, 99), stepAt(one, 100)]).toEqual([0, 0, null]);
  });
});
