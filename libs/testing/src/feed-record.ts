/** A transaction that published a card. Times by `performance.now()`. */
interface Change {
  /** When the commit was sent. */
  readonly from: number;
  /** When it was acknowledged; when it never was: whenever it may have happened. */
  readonly to: number;
  /** Whether readers must see it: not when nobody knows what became of it. */
  readonly certain: boolean;
}

/** A page that had a card. */
interface Delivery {
  readonly asked: number;
  readonly received: number;
}

/** What one reader was given. */
export class ReaderRecord {
  readonly deliveries = new Map<number, Delivery[]>();
  /** What a page must never be. */
  readonly faults: string[] = [];
  pages = 0;
  /** When it asked for its first page. */
  askedFirst = Number.POSITIVE_INFINITY;
  /** When it asked for its newest page: it must have seen what was acknowledged by then. */
  askedLast = 0;

  /** @param position of the page before */
  page(delivery: Delivery, cards: readonly number[], position: string | null, next: string): void {
    this.pages += 1;
    this.askedFirst = Math.min(this.askedFirst, delivery.asked);
    this.askedLast = delivery.asked;
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

/** What a record comes to. */
export interface Verdict {
  /** Acknowledged transactions. */
  readonly commits: number;
  readonly readers: number;
  readonly pages: number;
  /** Over all readers: cards whose newest change a reader was not given. */
  readonly lost: number;
  /** Over all readers: cards given without a change since they were given before. */
  readonly extra: number;
  readonly faults: readonly string[];
  /** The longest time from a commit's acknowledgement to the page with the card, rests of the reader included. */
  readonly longestLagMs: number;
}

/** What writers published and readers were given, and whether the one is the other. */
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

  /** A restore took back what was committed in a time: nobody has to see it any more. */
  tookBack(from: number, to: number): void {
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

  /** A reader of everything from the beginning. */
  reader(): ReaderRecord {
    const reader = new ReaderRecord();
    this.readers.push(reader);
    return reader;
  }

  /** To be asked when the newest page of every reader had nothing more. */
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

  private judgeOne({ deliveries, askedFirst, askedLast }: ReaderRecord): {
    lost: number;
    extra: number;
    lag: number;
  } {
    let [lost, extra, lag] = [0, 0, 0];
    for (const [card, changes] of this.changes) {
      const given = deliveries.get(card) ?? [];
      for (const { from, to, certain } of changes) {
        if (!certain || to > askedLast) continue;
        const seen = given.find(({ received }) => received > from);
        if (!seen) {
          lost += 1;
          break;
        }
        if (from > askedFirst) lag = Math.max(lag, seen.received - to);
      }
    }
    for (const [card, given] of deliveries) {
      const changes = this.changes.get(card) ?? [];
      let before = Number.NEGATIVE_INFINITY;
      for (const { asked, received } of given) {
        if (!changes.some(({ from, to }) => from < received && to > before)) extra += 1;
        before = asked;
      }
    }
    return { lost, extra, lag };
  }
}
