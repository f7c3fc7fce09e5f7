/** A replica that was heard so recently is taken for alive. */
const ALIVE_MS = 2000;
/** How long the queue group is avoided after a call that nobody answered: it gives calls to a hung replica like to any other. */
const SUSPICIOUS_MS = 10_000;

/** What a caller knows of the replicas that answer a subject: who was heard when. */
export class Replicas {
  private readonly heardAt = new Map<string, number>();
  private suspiciousUntil = 0;

  /** @param shared the subject of the queue group; a replica's own is that with its name appended */
  constructor(
    private readonly shared: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A replica has answered. */
  heard(replica: string | undefined): void {
    if (replica) this.heardAt.set(replica, this.now());
  }

  /** A call to a subject was not answered. Of one to the queue group it is not known who had it. */
  missed(subject: string): void {
    this.suspiciousUntil = this.now() + SUSPICIOUS_MS;
    this.heardAt.delete(subject.slice(this.shared.length + 1));
  }

  /**
   * Where to send a call: to the queue group, or after a call that was not answered to a replica that was heard lately.
   * @param isRetry only the one heard last will do
   */
  subject(isRetry: boolean): string {
    const now = this.now();
    if (!isRetry && now >= this.suspiciousUntil) return this.shared;
    for (const [replica, at] of this.heardAt) {
      if (at < now - ALIVE_MS) this.heardAt.delete(replica);
    }
    const alive = [...this.heardAt].sort(([, a], [, b]) => b - a).map(([replica]) => replica);
    const chosen = isRetry ? alive[0] : alive[Math.floor(Math.random() * alive.length)];
    return chosen ? `${this.shared}.${chosen}` : this.shared;
  }
}
