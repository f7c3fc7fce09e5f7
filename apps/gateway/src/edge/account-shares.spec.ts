import { describe, expect, it } from '@jest/globals';
import { AccountShares } from './account-shares.js';

describe('AccountShares', () => {
  /** Records that account 1 requested ten times as much work as account 2. */
  const unequal = (): AccountShares => {
    const shares = new AccountShares();
    shares.requested(1, 10, 0);
    shares.requested(2, 1, 0);
    return shares;
  };

  it('detects an account that requests more work than others', () => {
    const shares = unequal();
    expect([1, 2].map((account) => shares.exceedsShare(account))).toEqual([true, false]);
  });

  it('includes the work of the previous interval', () => {
    const shares = unequal();
    shares.requested(2, 1, 2500);
    expect(shares.exceedsShare(1)).toBe(true);
  });

  it('counts accounts that were active in only one of the two intervals', () => {
    const shares = new AccountShares();
    shares.requested(1, 10, 0);
    shares.requested(2, 1, 2500);
    expect([1, 2].map((account) => shares.exceedsShare(account))).toEqual([true, false]);
  });

  it('ignores work from before a time without requests', () => {
    const shares = unequal();
    for (const account of [1, 2]) shares.requested(account, 1, 60_000);
    expect([1, 2].map((account) => shares.exceedsShare(account))).toEqual([false, false]);
  });
});
