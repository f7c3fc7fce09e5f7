import type { FeedVersionStore } from '@gcd/auth/admission';
import type { ServicePool } from '@gcd/database/pool';

/** Interval in milliseconds at which the data version is written to Redis again, in case Redis has lost it. */
const STORE_INTERVAL_MS = 1000;
/**
 * Minimum remaining validity of the confirmed data version in milliseconds. The version must still be valid when Redis
 * runs the command that stores it.
 */
const MIN_VALIDITY_MS = 500;

/**
 * Determines the data version that a response must reflect, so that no client gets older data than the change feed has
 * shown. While the primary is reachable, this is the version that the primary confirmed. Otherwise, it is the newest
 * version that any gateway has stored in Redis. Each gateway stores the version of a page of the feed before it returns
 * the page, and reads the newest version when a request arrives.
 */
export class FeedVersion {
  /**
   * The newest data version in a page of the feed that this gateway has returned. After an outage, Redis may not have
   * it yet.
   */
  private shown = 0;
  /** The newest data version that this gateway has stored in Redis. */
  private stored = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly data: ServicePool['dataVersion'],
    private readonly shared: FeedVersionStore,
  ) {
    this.timer = setInterval(() => void this.store(), STORE_INTERVAL_MS).unref();
  }

  /** The data version that a response must reflect; undefined if the version must be determined with {@link read}. */
  get required(): number | undefined {
    return this.data.current?.version;
  }

  /** Returns the data version in Redis, which a response must reflect; undefined if Redis has lost the version. */
  async read(): Promise<number | undefined> {
    return (await this.shared.read()) ?? undefined;
  }

  /**
   * Stores the data version of a page of the feed in Redis, unless it is already stored. Must be called before the page
   * is returned. If Redis is unavailable, the version is stored as soon as Redis responds. If Redis loses the version
   * later, {@link read} returns undefined until a gateway stores a confirmed version again.
   */
  async show(version: number): Promise<void> {
    if (version <= this.stored) return;
    if (version > this.shown) this.shown = version;
    await this.store();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async store(): Promise<void> {
    const { shown } = this;
    const confirmed = this.data.currentFor(MIN_VALIDITY_MS)?.version ?? null;
    const newest = await this.shared.raise(shown, confirmed);
    if (newest !== null) this.stored = shown;
  }
}
