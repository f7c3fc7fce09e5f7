import { registry } from '@gcd/process';
import pg from 'pg';
import { Counter } from 'prom-client';

const COOLDOWN_MS = 1000;

const standbyReads = new Counter({
  name: 'gcd_db_standby_reads_total',
  help: 'Statements for standbys, by outcome: served by a standby, or sent to the primary because the standbys were stale or unavailable.',
  labelNames: ['outcome'],
  registers: [registry],
});
const OUTCOMES = ['served', 'stale', 'unavailable'] as const;
for (const outcome of OUTCOMES) standbyReads.inc({ outcome }, 0);

const REPLAYED_VERSION = {
  name: 'replayed-version',
  text: 'select version::float8 as version from dataset',
};

/**
 * Runs statements on streaming standbys instead of the primary. One host name may resolve to several standbys with
 * different replication lags, so each connection has its own state.
 */
export class Standbys {
  /** For each connection, a lower bound on the data version that the connected standby has replayed. */
  private readonly versions = new WeakMap<pg.PoolClient, number>();
  private unavailableUntil = 0;

  constructor(private readonly pool: pg.Pool) {}

  end(): Promise<void> {
    return this.pool.end();
  }

  /**
   * Runs a statement on a standby.
   * @param version data version that the standby must have replayed
   * @returns null if the query must go to the primary, because no standby is available or none has replayed the version
   */
  async query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    version: number,
  ): Promise<Row[] | null> {
    if (performance.now() < this.unavailableUntil) return this.note('unavailable', null);
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const replayed = await this.replayedVersion(client, version);
      const rows = replayed < version ? null : (await client.query<Row>(statement)).rows;
      client.release();
      return rows ? this.note('served', rows) : this.note('stale', null);
    } catch (error) {
      const wouldFailAnywhere = error instanceof pg.DatabaseError && isFault(error.code);
      client?.release(!wouldFailAnywhere);
      if (wouldFailAnywhere) throw error;
      this.unavailableUntil = performance.now() + COOLDOWN_MS;
      return this.note('unavailable', null);
    }
  }

  /**
   * Returns the data version that a connection's standby has replayed. Queries the standby only if the last known
   * version is too low.
   */
  private async replayedVersion(client: pg.PoolClient, needed: number): Promise<number> {
    const known = this.versions.get(client) ?? 0;
    if (known >= needed) return known;
    const { rows } = await client.query<{ version: number }>(REPLAYED_VERSION);
    const version = rows[0]?.version ?? 0;
    this.versions.set(client, version);
    return version;
  }

  private note<Result>(outcome: (typeof OUTCOMES)[number], result: Result): Result {
    standbyReads.inc({ outcome });
    return result;
  }
}

/** Whether the statement would also fail on the primary, because a value is invalid or the statement takes too long. */
function isFault(code = ''): boolean {
  return code === '57014' || code.startsWith('22');
}
