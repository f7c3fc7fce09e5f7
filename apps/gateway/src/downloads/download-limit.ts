import { overloaded } from '@gcd/contracts';

const MAX_DOWNLOADS = 64;

/**
 * Limits concurrent downloads, because each of them uses a few hundred kilobytes of memory however slowly its client
 * reads.
 */
export class DownloadLimit {
  private total = 0;
  private readonly accounts = new Map<number, number>();

  /**
   * Starts a download. An account may start another one only while more downloads are free than it has. A single
   * account therefore gets at most half of them, and a few accounts cannot occupy all of them.
   * @returns a function that ends the download, and must be called once
   * @throws ApiError `internal_error` (503) if the account must not start a download
   */
  start(account: number): () => void {
    const own = this.accounts.get(account) ?? 0;
    if (own >= MAX_DOWNLOADS - this.total) {
      throw overloaded('Too many downloads at once. Try again later.');
    }
    this.add(account, 1);
    return () => this.add(account, -1);
  }

  private add(account: number, change: 1 | -1): void {
    this.total += change;
    const own = (this.accounts.get(account) ?? 0) + change;
    if (own > 0) this.accounts.set(account, own);
    else this.accounts.delete(account);
  }
}
