import { describe, expect, it } from '@jest/globals';
import { figure, median, ratio } from './metrics.js';
import type { Sample } from './measure.js';

const sample = (perSecond: number): Sample => ({
  perSecond,
  bytesPerRequest: 1,
  latencyMs: { p50: 1, p90: 1, p99: 1 },
  cpu: {},
});
const perSecond = (of: Sample): number => of.perSecond;

describe('metrics', () => {
  it('median returns the mean of the two middle values for an even number of values', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([100, 1, 2])).toBe(2);
    expect(median([])).toBeNaN();
  });

  it('ratio returns the median of the ratios within each round', () => {
    const samples = new Map([
      ['one', [sample(100), sample(10), sample(40)]],
      ['other', [sample(100), sample(5), sample(10)]],
    ]);
    // The expected value is the median of the ratios. The ratio of the medians would be 4.
    expect(ratio(samples, 'one', 'other', perSecond)).toBe(2);
    expect(figure(samples, 'one', perSecond)).toBe(40);
  });

  it('ratio returns NaN for a case that was not measured', () => {
    expect(ratio(new Map([['one', [sample(1)]]]), 'one', 'other', perSecond)).toBeNaN();
  });
});
