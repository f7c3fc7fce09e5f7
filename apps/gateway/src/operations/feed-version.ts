import type { FeedVersionStore } from '@gcd/auth/admission';
import type { ServicePool } from '@gcd/database/pool';

/** Interval in milliseconds at which the shared version is restored if Redis has lost it. */
const KEEP_EVERY_MS = 1000;
/**
 * Minimum remaining validity of the confirmed version in milliseconds, so that it is still valid when Redis runs the
 * command.
 */
const COMMAND_MS = 500;

/**
 * Determines the data version that responses must reflect, so that no client gets older data than the change feed has
 * shown. While the primary is reachable, this is the confirmed version. Otherwise, it is the newest version that any
 * gateway with the same Redis has shown: each gateway stores the version of a page before it returns the page, and
 * reads the newest version after a request has arrived.
 */
export class FeedVersion {
  /** The newest version that this gateway has shown. Redis may not have it yet after an outage. */
  private shown = 0;
  /** The newest version that this gateway has stored in Redis. */
  private stored = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly data: ServicePool['dataVersion'],
    private readonly shared: FeedVersionStore,
  ) {
    this.timer = setInterval(() => void this.store(), KEEP_EVERY_MS).unref();
  }

  /** The version that a response must reflect; undefined if it must be determined with {@link read}. */
  get required(): number | undefined {
    return this.data.current?.version;
  }

  /**
   * Returns the version that Redis has stored, which is the version that a response must reflect. Returns undefined if
   * Redis has lost it.
   */
  async read(): Promise<number | undefined> {
    return (await this.shared.read()) ?? undefined;
  }

  /**
   * Stores a page's version unless it is already stored. Call this before returning the page. If Redis is unavailable,
   * the version is stored as soon as possible. If Redis loses it later, {@link read} returns undefined until a gateway
   * with a confirmed version restores it.
   */
  async show(version: number): Promise<void> {
    if (version <= this.stored) return;
    if (version > this.shown) this.shown = version;
    await this.store();
  }

  /** Stops the timer. Called by the framework on shutdown. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async store(): Promise<void> {
    const { shown } = this;
    const known = await this.shared.raise(shown, this.data.currentFor(COMMAND_MS)?.version ?? null);
    if (known !== null) this.stored = shown;
  }
}
