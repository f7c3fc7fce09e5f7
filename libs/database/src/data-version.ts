import { setTimeout as pause } from 'node:timers/promises';
import { operationContext } from '@gcd/traces/operation-context';
import pg from 'pg';

/** Interval in milliseconds between reads of the primary's data version. */
const READ_INTERVAL_MS = 200;
/**
 * How long a read of the data version is valid, in milliseconds: long enough for several late or failed reads in a row.
 */
const LEASE_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
const READ_TIMEOUT_MS = 2000;

// The result includes the server's start time, because after a failover or restore, the same version number can denote
// different data.
const DATA_VERSION = {
  name: 'data-version',
  text: `select version::float8 as version, extract(epoch from pg_postmaster_start_time())::text as server from dataset`,
};

/**
 * The result of one read of a server's data version. Results are compared by object identity, because after a restore,
 * the same version number can denote different data.
 */
export interface DataVersionReading {
  readonly version: number;
  readonly server: string;
}

/**
 * The data version of the primary, which is polled continuously. Every import increments `dataset.version` in its
 * transaction. Responses must never be older than what the change feed has shown.
 *
 * The result of a read that starts at time `r` is valid until `r + LEASE_MS`. The changes service shows a page only
 * after `LEASE_MS` have passed since it first read the page's version ({@link DataVersion.settled}). A version can be
 * read only after its commit. Reads of older versions started before the commit of version `w`, so their results have
 * expired in every process when a page with version `w` is shown. No client can thus have seen `w` while
 * {@link DataVersion.current} is older. Only durations are compared, so the machines' clocks need not agree.
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

  /**
   * @param connection settings of the connection to the primary. Only reads of the data version use this connection, so
   * that they never queue behind other statements
   */
  constructor(connection: pg.PoolConfig) {
    this.pool = new pg.Pool({
      ...connection,
      max: 1,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: READ_TIMEOUT_MS,
    });
    // Ignore errors of an idle connection, because the next read reconnects or reports the failure.
    this.pool.on('error', () => undefined);
    void this.follow();
  }

  /**
   * Lower bound on the primary's data version. It is 0 before the first read. It is also 0 after a failed read, because
   * a new connection may lead to another server with older data.
   */
  get atLeast(): number {
    return this.hasFailed || !this.reading ? 0 : this.reading.version;
  }

  /** Whether the last read failed. */
  get isUnavailable(): boolean {
    return this.hasFailed;
  }

  get current(): DataVersionReading | null {
    return this.currentFor(0);
  }

  /** Returns {@link current} if it remains valid for at least `ms` milliseconds; otherwise null. */
  currentFor(ms: number): DataVersionReading | null {
    return performance.now() + ms < this.confirmedUntil ? this.reading : null;
  }

  /** Returns {@link current}. If it is null, reads the data version first. @throws Error from the database */
  async confirm(): Promise<DataVersionReading> {
    if (this.current) return this.current;
    // The read in progress may have started too early for a valid result, so check again after it has finished.
    await this.inProgress?.catch(() => undefined);
    return this.current ?? this.read();
  }

  /** Reads the data version from the primary, or waits for the read in progress. @throws Error from the database */
  read(): Promise<DataVersionReading> {
    this.inProgress ??= this.readOnce().finally(() => {
      this.inProgress = null;
    });
    return this.inProgress;
  }

  /**
   * Waits until older versions are no longer valid in any process. Also sets the data version of the current reply.
   * @param version version that was just read from the primary
   */
  async settled(version: number): Promise<void> {
    if (version > (this.reading?.version ?? 0))
      this.see({ version, server: this.reading?.server ?? '' });
    const context = operationContext.getStore();
    if (context) context.dataVersion = version;
    const settledAt = this.firstSeenAt + LEASE_MS;
    if (performance.now() >= settledAt) return;
    // Timers can fire up to two milliseconds early.
    do await pause(settledAt - performance.now());
    while (performance.now() < settledAt);
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.timer);
    await this.pool.end();
  }

  private async follow(): Promise<void> {
    await this.read().catch(() => undefined);
    if (this.hasEnded) return;
    this.timer = setTimeout(() => void this.follow(), READ_INTERVAL_MS).unref();
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
