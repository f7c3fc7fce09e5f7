import { channel } from 'node:diagnostics_channel';
import { STANDBY_READ, type StandbyOutcome } from '@gcd/contracts';
import { DeadlineExceededError } from '@gcd/traces/operation-context';
import pg from 'pg';
import type { Slots } from './shedding-queue.js';

/** How long no standby is read after a failure. */
const COOLDOWN_MS = 1000;

const standbyRead = channel(STANDBY_READ);

const REPLAYED_VERSION = {
  name: 'replayed-version',
  text: 'select version::float8 as version from dataset',
};

/** The rows of a statement. */
export interface Answer<Row> {
  readonly rows: Row[];
  /** The data version that the rows have at least; infinite when they come from the primary. */
  readonly version: number;
}

/**
 * Streaming standbys that are read in place of the primary. One address may have several behind it, each with a delay of its own, so
 * what is known of a connection's server holds for that connection alone.
 */
export class Standbys {
  /** The data version that the server of each connection has replayed at least. */
  private readonly versions = new WeakMap<pg.PoolClient, number>();
  private unavailableUntil = 0;

  /** @param slots as many as the pool has connections */
  constructor(
    private readonly pool: pg.Pool,
    private readonly slots: Slots,
  ) {}

  /**
   * Runs a statement.
   * @param version that the server must have replayed; 0: any
   * @param deadline by `performance.now()`
   * @returns null when the primary must be asked: no standby is available, or this one has not replayed the version
   */
  async ask<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    version: number,
    deadline: number,
  ): Promise<Answer<Row> | null> {
    if (performance.now() < this.unavailableUntil) return this.note('unavailable', null);
    return this.slots.run(deadline, () => this.askOne(statement, version, deadline));
  }

  private async askOne<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    version: number,
    deadline: number,
  ): Promise<Answer<Row> | null> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      if (performance.now() > deadline) throw new DeadlineExceededError();
      const replayed = await this.replayedVersion(client, version);
      const rows = replayed < version ? null : (await client.query<Row>(statement)).rows;
      client.release();
      return rows ? this.note('answered', { rows, version: replayed }) : this.note('stale', null);
    } catch (error) {
      const wouldFailAnywhere =
        error instanceof DeadlineExceededError ||
        (error instanceof pg.DatabaseError && isFault(error.code));
      client?.release(!wouldFailAnywhere);
      if (wouldFailAnywhere) throw error;
      this.unavailableUntil = performance.now() + COOLDOWN_MS;
      return this.note('unavailable', null);
    }
  }

  /** What a connection's server has replayed, read again only when that is not enough. */
  private async replayedVersion(client: pg.PoolClient, needed: number): Promise<number> {
    const known = this.versions.get(client) ?? 0;
    if (known >= needed) return known;
    const { rows } = await client.query<{ version: number }>(REPLAYED_VERSION);
    const version = rows[0]?.version ?? 0;
    this.versions.set(client, version);
    return version;
  }

  private note<Result>(outcome: StandbyOutcome, result: Result): Result {
    if (standbyRead.hasSubscribers) standbyRead.publish(outcome);
    return result;
  }
}

/** Whether the primary would fail alike: on a value that it cannot take, or a statement that takes too long. */
function isFault(code = ''): boolean {
  return code === '57014' || code.startsWith('22');
}
