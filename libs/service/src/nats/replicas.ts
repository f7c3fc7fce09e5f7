/** Who has been silent so long, though asked twice, hangs. */
const SILENT_MS = 1250;
/** Who has been silent so long is gone. */
const GONE_MS = 60_000;

/** How often the replicas of a service are asked whether they are there: more than once while a call waits for its reply. */
export const ROLL_CALL_MS = 500;

/** What a caller knows of the replicas of a service: who was heard when. Replies and answers to roll calls are all the same. */
export class Replicas {
  private readonly heardAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A replica has sent something. */
  heard(replica: string): void {
    this.heardAt.set(replica, this.now());
  }

  /** Nobody listens any more where a replica did. */
  gone(replica: string): void {
    this.heardAt.delete(replica);
  }

  /**
   * Which replica should get a call.
   * @returns null while all are well: then any will do, and the queue group may choose
   */
  forCall(): string | null {
    const now = this.now();
    const wellSince = now - SILENT_MS;
    let hangs = false;
    for (const [replica, at] of this.heardAt) {
      if (at < now - GONE_MS) this.heardAt.delete(replica);
      else if (at < wellSince) hangs = true;
    }
    return hangs ? this.anyHeardSince(wellSince) : null;
  }

  /**
   * Which replica should get the retry of a call: one that was heard after the call was sent, so not the one that it was lost on.
   * @returns null when none was
   */
  forRetry(sentAt: number): string | null {
    return this.anyHeardSince(sentAt);
  }

  private anyHeardSince(time: number): string | null {
    const well = [...this.heardAt].filter(([, at]) => at > time);
    return well[Math.floor(Math.random() * well.length)]?.[0] ?? null;
  }
}
