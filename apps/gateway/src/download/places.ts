import { ApiError } from '@gcd/contracts';

const MOST = 64;
const MOST_OF_ONE_ACCOUNT = 32;

/** How many downloads there may be at once: each keeps a few hundred kilobytes, however slowly its client reads. */
export class Places {
  /** Downloads now. */
  total = 0;
  private readonly taken = new Map<number, number>();

  /**
   * Takes a place.
   * @returns a function that gives it back, to be called once
   * @throws ApiError `internal_error` (503) when there is none
   */
  take(account: number): () => void {
    const ofAccount = this.taken.get(account) ?? 0;
    if (this.total >= MOST || ofAccount >= MOST_OF_ONE_ACCOUNT) {
      throw new ApiError('internal_error', 'Too many downloads at once. Try again later.', {
        status: 503,
      });
    }
    this.total += 1;
    this.taken.set(account, ofAccount + 1);
    return () => {
      this.total -= 1;
      const left = (this.taken.get(account) ?? 1) - 1;
      if (left > 0) this.taken.set(account, left);
      else this.taken.delete(account);
    };
  }
}
