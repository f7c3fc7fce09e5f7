import { overloaded } from '@gcd/contracts';

const MAX_DOWNLOADS = 64;

/**
 * Limits concurrent downloads. Each download uses a few hundred kilobytes of memory, regardless of how slowly its
 * client reads.
 */
export class DownloadSlots {
  total = 0;
  private readonly taken = new Map<number, number>();

  /**
   * Takes a download slot for an account. An account gets another slot only while more slots are free than the account
   * has. A single account therefore gets at most half of all slots, and a few accounts cannot occupy all of them.
   * @returns a function that releases the slot and must be called once
   * @throws ApiError `internal_error` (503) if the account cannot get a slot
   */
  take(account: number): () => void {
    const ofAccount = this.taken.get(account) ?? 0;
    if (ofAccount >= MAX_DOWNLOADS - this.total) {
      throw overloaded('Too many downloads at once. Try again later.');
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
