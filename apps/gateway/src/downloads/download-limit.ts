import { overloaded } from '@gcd/contracts';

const MAX_DOWNLOADS = 64;

/**
 * Limits concurrent downloads, because each of them uses a few hundred kilobytes of memory however slowly its client
 * reads.
 */
export class DownloadLimit {
  /** The accounts of the downloads in progress. */
  private readonly accounts: number[] = [];

  /**
   * Starts a download. An account may start another one only while more downloads are free than it has. A single
   * account therefore gets at most half of them, and a few accounts cannot occupy all of them.
   * @returns a function that ends the download, and must be called once
   * @throws ApiError `internal_error` (503) if the account must not start a download
   */
  start(account: number): () => void {
    const own = this.accounts.filter((each) => each === account).length;
    if (own >= MAX_DOWNLOADS - this.accounts.length) {
      throw overloaded('Too many downloads at once. Try again later.');
    }
    this.accounts.push(account);
    return () => this.accounts.splice(this.accounts.indexOf(account), 1);
  }
}
