import { overloaded } from '@gcd/contracts';
import pLimit, { type LimitFunction } from 'p-limit';

const MAX_DOWNLOADS = 64;
// Maximum number of concurrent reads across all downloads. With one read at a time, downloads never delay other
// requests for long.
const READS_AT_ONCE = 1;

interface AccountDownloads {
  count: number;
  readonly reads: LimitFunction;
}

/** A download in progress. */
export interface DownloadSlot {
  /** Runs a read after the reads that are ahead of it. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  /** Releases the slot. Must be called once. */
  release(): void;
}

/**
 * Limits concurrent downloads and their reads. Each download uses a few hundred kilobytes of memory, regardless of how
 * slowly its client reads.
 */
export class DownloadSlots {
  total = 0;
  private readonly accounts = new Map<number, AccountDownloads>();
  private readonly reads = pLimit(READS_AT_ONCE);

  /**
   * Takes a download slot for an account. An account gets another slot only while more slots are free than the account
   * has. A single account therefore gets at most half of all slots, and a few accounts cannot occupy all of them.
   *
   * Accounts take turns at reading, however many downloads each of them has.
   * @throws ApiError `internal_error` (503) if the account cannot get a slot
   */
  take(account: number): DownloadSlot {
    const own = this.accounts.get(account) ?? { count: 0, reads: pLimit(1) };
    if (own.count >= MAX_DOWNLOADS - this.total) {
      throw overloaded('Too many downloads at once. Try again later.');
    }
    this.total += 1;
    own.count += 1;
    this.accounts.set(account, own);
    return {
      inTurn: (read) => own.reads(() => this.reads(read)),
      release: () => {
        this.total -= 1;
        own.count -= 1;
        // Reads of a closed download may still be waiting. They keep the account's place in turn.
        if (own.count === 0 && own.reads.activeCount === 0) this.accounts.delete(account);
      },
    };
  }
}
