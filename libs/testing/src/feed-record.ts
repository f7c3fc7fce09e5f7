/** A transaction that published a card. Times are `performance.now()` timestamps in milliseconds. */
interface Change {
  /** Time when the commit was sent to the database. */
  readonly from: number;
  /** Time when the database acknowledged the commit; infinite if it was not acknowledged. */
  readonly to: number;
  /** Whether readers must receive the change. False if the outcome of the transaction is unknown. */
  readonly certain: boolean;
}

/** A card on a page that a reader received. */
interface Delivery {
  readonly requested: number;
  readonly received: number;
}

export class ReaderRecord {
  readonly deliveries = new Map<number, Delivery[]>();
  /** Descriptions of invalid pages. */
  readonly faults: string[] = [];
  pages = 0;
  /** Time when the reader sent its first request. */
  firstRequestAt = Number.POSITIVE_INFINITY;
  /**
   * Time when the reader sent its latest request. The reader must receive every change that was acknowledged before
   * this time.
   */
  lastRequestAt = 0;

  /** Records a page that a reader received. @param position position from which the page was requested */
  page(delivery: Delivery, cards: readonly number[], position: string | null, next: string): void {
    this.pages += 1;
    this.firstRequestAt = Math.min(this.firstRequestAt, delivery.requested);
    this.lastRequestAt = delivery.requested;
    if (new Set(cards).size !== cards.length) this.faults.push('an id twice in a page');
    if (cards.length === 0 && position !== null && next !== position) {
      this.faults.push('an empty page with another cursor');
    }
    for (const card of cards) {
      const known = this.deliveries.get(card);
      if (known) known.push(delivery);
      else this.deliveries.set(card, [delivery]);
    }
  }
}

/** Result of comparing the pages that readers received with the published changes. */
export interface Verdict {
  /** Number of acknowledged transactions. */
  readonly commits: number;
  readonly readers: number;
  readonly pages: number;
  /** Number of cards whose latest change a reader did not receive, summed over all readers. */
  readonly lost: number;
  /** Number of times that a reader received a card again without a change in between, summed over all readers. */
  readonly extra: number;
  readonly faults: readonly string[];
  /**
   * Longest time in milliseconds between the acknowledgment of a commit and the moment when a reader received the
   * changed card. Times when the reader was paused are included.
   */
  readonly longestLagMs: number;
}

/** Compares the changes that writers published with the pages that readers received. */
export class FeedRecord {
  private readonly changes = new Map<number, Change[]>();
  private readonly readers: ReaderRecord[] = [];
  commits = 0;

  changed(cards: readonly number[], change: Change): void {
    if (change.certain) this.commits += 1;
    for (const card of cards) {
      const known = this.changes.get(card);
      if (known) known.push(change);
      else this.changes.set(card, [change]);
    }
  }

  /** Records that restoring a backup reverted all commits in a time range. Readers need not receive them. */
  rolledBack(from: number, to: number): void {
    for (const [card, changes] of this.changes) {
      this.changes.set(
        card,
        changes.map((change) => ({
          ...change,
          certain: change.certain && !(change.to > from && change.from < to),
        })),
      );
    }
  }

  /** Adds a reader that reads the whole feed from the beginning. */
  reader(): ReaderRecord {
    const reader = new ReaderRecord();
    this.readers.push(reader);
    return reader;
  }

  /** Compares all records. Must be called after every reader has reached the end of the feed. */
  judge(): Verdict {
    const { readers } = this;
    const all = readers.map((reader) => this.judgeOne(reader));
    return {
      commits: this.commits,
      readers: readers.length,
      pages: readers.reduce((sum, { pages }) => sum + pages, 0),
      lost: all.reduce((sum, { lost }) => sum + lost, 0),
      extra: all.reduce((sum, { extra }) => sum + extra, 0),
      faults: [...new Set(readers.flatMap(({ faults }) => faults))],
      longestLagMs: Math.round(Math.max(0, ...all.map(({ lag }) => lag))),
    };
  }

  private judgeOne({ deliveries, firstRequestAt, lastRequestAt }: ReaderRecord): {
    lost: number;
    extra: number;
    lag: number;
  } {
    let [lost, extra, lag] = [0, 0, 0];
    for (const [card, changes] of this.changes) {
      const given = deliveries.get(card) ?? [];
      for (const { from, to, certain } of changes) {
        if (!certain || to > lastRequestAt) continue;
        const seen = given.find(({ received }) => received > from);
        if (!seen) {
          lost += 1;
          break;
        }
        if (from > firstRequestAt) lag = Math.max(lag, seen.received - to);
      }
    }
    for (const [card, given] of deliveries) {
      const changes = this.changes.get(card) ?? [];
      let before = Number.NEGATIVE_INFINITY;
      for (const { requested, received } of given) {
        if (!changes.some(({ from, to }) => from < received && to > before)) extra += 1;
        before = requested;
      }
    }
    return { lost, extra, lag };
  }
}
