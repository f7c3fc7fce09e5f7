import { setTimeout as pause } from 'node:timers/promises';
import { operationContext } from '@gcd/traces/operation-context';
import pg from 'pg';

/** How often the primary is read. */
const READ_EVERY_MS = 200;
/** How long a reading stays confirmed. Several readings may be late or fail before anybody notices. */
const LEASE_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
const READ_TIMEOUT_MS = 2000;

// The start of the server tells versions apart that two servers gave to different data: after a failover or a restore.
const DATA_VERSION = {
  name: 'data-version',
  text: `select version::float8 as version, extract(epoch from pg_postmaster_start_time())::text as server from dataset`,
};

/** A data version of one server. Compare by identity: the same number may come back for other data after a restore. */
export interface DataVersionReading {
  readonly version: number;
  readonly server: string;
}

/**
 * The data version of the primary (`dataset.version`, which every import raises in its transaction), followed by reading it over and over.
 *
 * Responses must never be older than what the change feed has shown. A reading that was started at `r` confirms its version until
 * `r + LEASE_MS`. The changes service shows a page only once `LEASE_MS` have passed since it first saw the page's version
 * ({@link DataVersion.settled}), and it cannot see a version before its commit. So when a page with version `w` is shown, every reading
 * of an older version was started before that commit and has run out, in whatever process: nobody can have seen `w` while
 * {@link DataVersion.current} is older. Only durations are compared, so clocks need not agree.
 */
export class DataVersion {
  private readonly pool: pg.Pool;
  private reading: DataVersionReading | null = null;
  private confirmedUntil = Number.NEGATIVE_INFINITY;
  private firstSeenAt = Number.NEGATIVE_INFINITY;
  private hasFailed = false;
  private inProgress: Promise<DataVersionReading> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  /** @param connection to the primary. One is kept open, so that readings never queue behind other statements */
  constructor(connection: pg.PoolConfig) {
    this.pool = new pg.Pool({
      ...connection,
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: READ_TIMEOUT_MS,
    });
    // The next reading fails or connects again.
    this.pool.on('error', () => undefined);
    void this.follow();
  }

  /** What the primary has at least; 0 when that is not known: another server with less data may be answering. */
  get atLeast(): number {
    return this.hasFailed || !this.reading ? 0 : this.reading.version;
  }

  /** Whether the last reading failed. */
  get isUnavailable(): boolean {
    return this.hasFailed;
  }

  /** The newest version that anybody can have seen in the change feed; null when no recent reading confirms one. */
  get current(): DataVersionReading | null {
    return performance.now() < this.confirmedUntil ? this.reading : null;
  }

  /** {@link current}, read now if it has to be. @throws the database's error */
  async confirm(): Promise<DataVersionReading> {
    if (this.current) return this.current;
    // This one may have been started too long ago to confirm anything.
    await this.inProgress?.catch(() => undefined);
    return this.current ?? this.read();
  }

  /** Reads the primary, or waits for the reading in progress. @throws the database's error */
  read(): Promise<DataVersionReading> {
    this.inProgress ??= this.readOnce().finally(() => {
      this.inProgress = null;
    });
    return this.inProgress;
  }

  /** Waits until no reading in any process confirms a version before this one. @param version read from the primary just now */
  async settled(version: number): Promise<void> {
    if (version > (this.reading?.version ?? 0))
      this.see({ version, server: this.reading?.server ?? '' });
    const rest = this.firstSeenAt + LEASE_MS - performance.now();
    if (rest <= 0) return;
    const context = operationContext.getStore();
    context?.idle(true);
    await pause(rest);
    context?.idle(false);
  }

  /** Stops reading. */
  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.pool.end();
  }

  private async follow(): Promise<void> {
    await this.read().catch(() => undefined);
    if (this.hasEnded) return;
    this.timer = setTimeout(() => void this.follow(), READ_EVERY_MS).unref();
  }

  private async readOnce(): Promise<DataVersionReading> {
    const startedAt = performance.now();
    try {
      const { rows } = await this.pool.query<DataVersionReading>(DATA_VERSION);
      const reading = rows[0] ?? { version: 0, server: '' };
      if (reading.version !== this.reading?.version || reading.server !== this.reading.server) {
        this.see(reading);
      }
      this.hasFailed = false;
      this.confirmedUntil = startedAt + LEASE_MS;
      return this.reading ?? reading;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }

  private see(reading: DataVersionReading): void {
    this.reading = reading;
    this.firstSeenAt = performance.now();
  }
}
