import { channel } from 'node:diagnostics_channel';
import { REPLICA_ASKED, type ReplicaOutcome } from '@gcd/contracts';
import pg from 'pg';

/** How long nobody asks them after a failure. */
const REST_MS = 1000;

const asked = channel(REPLICA_ASKED);

const DATASET_VERSION = {
  name: 'dataset-version',
  text: 'select version::float8 as version from dataset',
};

/** The version of the data that a server has. */
export async function datasetVersion(server: pg.Pool | pg.PoolClient): Promise<number> {
  const { rows } = await server.query<{ version: number }>(DATASET_VERSION);
  return rows[0]?.version ?? 0;
}

/**
 * Streaming standbys that answer in the primary's place. Behind one address there may be several, each as late as it happens to be,
 * so what is known of one connection holds for that alone.
 */
export class Replicas {
  /** What the server of each connection has had, at least: a standby never goes back. */
  private readonly versions = new WeakMap<pg.PoolClient, number>();
  private restUntil = 0;

  constructor(private readonly pool: pg.Pool) {
    // One that breaks fails its statement as well, which is enough to hear of it.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /**
   * Runs a statement.
   * @param version of the data that the answer must have, at least
   * @returns null when the primary has to be asked: none is there, or the one that was asked is not so far yet
   */
  async rows<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    version: number,
  ): Promise<Row[] | null> {
    if (performance.now() < this.restUntil) return this.note('away', null);
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const isBehind = version > 0 && (await this.versionAt(client, version)) < version;
      const rows = isBehind ? null : (await client.query<Row>(statement)).rows;
      client.release();
      return this.note(isBehind ? 'behind' : 'answered', rows);
    } catch (error) {
      const wouldFailAnywhere = error instanceof pg.DatabaseError && isFault(error.code);
      client?.release(!wouldFailAnywhere);
      if (wouldFailAnywhere) throw error;
      this.restUntil = performance.now() + REST_MS;
      // There is no time left to ask another.
      if ((error as Error).message === 'Query read timeout') throw error;
      return this.note('away', null);
    }
  }

  /** What a connection's server is known to have; asked anew only when that is not enough. */
  private async versionAt(client: pg.PoolClient, needed: number): Promise<number> {
    const known = this.versions.get(client) ?? -1;
    if (known >= needed) return known;
    const version = await datasetVersion(client);
    this.versions.set(client, version);
    return version;
  }

  private note<Result>(outcome: ReplicaOutcome, result: Result): Result {
    if (asked.hasSubscribers) asked.publish(outcome);
    return result;
  }
}

/** Whether the primary would answer alike: to a value that it cannot take, or a statement that takes too long. */
function isFault(code = ''): boolean {
  return code === '57014' || code.startsWith('22');
}
