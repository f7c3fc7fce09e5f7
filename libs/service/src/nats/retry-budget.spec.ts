import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RetryBudget } from './retry-budget.js';

it('RetryBudget limits retries to a fixed number plus 10 % of all requests', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 5000 }), (requests) => {
      const budget = new RetryBudget();
      let retries = 0;
      for (const fails of requests) {
        budget.add();
        if (fails && budget.take()) retries += 1;
      }
      expect(retries).toBeLessThanOrEqual(200 + requests.length / 10);
    }),
  );
});

it('RetryBudget allows retries for a tenth of later requests after the fixed number is used up', () => {
  const budget = new RetryBudget();
  while (budget.take());
  let retries = 0;
  for (let request = 0; request < 1000; request += 1) {
    budget.add();
    if (budget.take()) retries += 1;
  }
  expect(retries).toBeGreaterThanOrEqual(99);
});
