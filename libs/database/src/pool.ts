import { withSpan, type Span } from '@gcd/traces';
import {
  DeadlineExceededError,
  type OperationContext,
  operationContext,
} from '@gcd/traces/operation-context';
import type pg from 'pg';
import { connectionTo, createPool, MAX_CONNECTIONS, toFailure } from './connections.js';
import { DataVersion } from './data-version.js';
import { Slots } from './bounded-queue.js';
import { type VersionedRows, Standbys } from './standbys.js';

interface QueryOptions {
  /** Whether the rows must never be older than what the change feed has shown. */
  readonly consistent: boolean;
  /** Latest deadline of the operations, as a `performance.now()` timestamp. */
  readonly deadline: number;
  /** Data version that a standby must have replayed; undefined for the primary's current data version. */
  readonly required: number | undefined;
}

/**
 * Runs the prepared statements of a service. Returns integer arrays as numbers, and dates as `YYYY-MM-DD`. Every wait
 * is limited. The server cancels a statement after 1.8 s. A server that takes more than 2 s to accept a connection or
 * to respond counts as stalled.
 */
export class ServicePool {
  private readonly connection: pg.PoolConfig;
  private readonly primary: pg.Pool;
  private readonly slots = new Slots(MAX_CONNECTIONS);
  private readonly standbys: Standbys | null = null;
  private followed: DataVersion | null = null;

  /**
   * @param url URL with the role of the service
   * @param name name of the service, as shown in pg_stat_activity
   * @param onIdleError called when an idle connection breaks; the pool then replaces it
   * @param readUrl URL of streaming standbys, which are preferred for reads
   */
  constructor(url: string, name: string, onIdleError: (error: Error) => void, readUrl?: string) {
    this.connection = connectionTo(url, name);
    this.primary = createPool(this.connection, this.slots, onIdleError);
    if (readUrl) {
      const slots = new Slots(MAX_CONNECTIONS);
      this.standbys = new Standbys(
        createPool(connectionTo(readUrl, name), slots, onIdleError),
        slots,
      );
    }
  }

  /** The data version of the primary. Polling starts when this property is first read. */
  get dataVersion(): DataVersion {
    this.followed ??= new DataVersion(this.connection);
    return this.followed;
  }

  /**
   * Runs a statement. The rows are at least as new as everything that the change feed has shown, unless only a standby
   * that lags behind is available.
   * @throws DatabaseFailure if the database is unavailable, too slow or overloaded
   */
  rows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return this.tracedRows(statement, false);
  }

  /**
   * Like {@link rows}, but never returns rows older than what the change feed has shown.
   * @throws Error if the pool cannot guarantee that the rows are this new
   */
  consistentRows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return this.tracedRows(statement, true);
  }

  /**
   * Like {@link rows} or {@link consistentRows}, but runs one statement for several operations, without creating a span
   * or recording the data version of the operations.
   */
  async query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    options: QueryOptions,
  ): Promise<VersionedRows<Row>> {
    const { deadline } = options;
    try {
      const result = await this.queryStandbys<Row>(statement, options);
      if (result) return result;
      const query = (): Promise<Row[]> => this.queryPrimary(statement, deadline);
      // Only statements of operations have a deadline. Other statements, such as API key lookups, are never shed.
      const isOperation = deadline < Number.POSITIVE_INFINITY;
      const rows = await (isOperation ? this.slots.run(deadline, query) : query());
      return { rows, version: PRIMARY };
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** NestJS calls this method on shutdown. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.primary.end(), this.standbys?.end(), this.followed?.end()]);
  }

  private tracedRows<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    consistent: boolean,
  ): Promise<Row[]> {
    return withSpan(
      () => statementSpan(statement.name),
      async () => {
        const context = operationContext.getStore();
        const deadline = context?.deadline ?? Number.POSITIVE_INFINITY;
        const required = context?.requiredVersion;
        const result = await this.query<Row>(statement, { consistent, deadline, required });
        noteVersion(context, result);
        return result.rows;
      },
    );
  }

  private async queryStandbys<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    { consistent, deadline, required }: QueryOptions,
  ): Promise<VersionedRows<Row> | null> {
    if (!this.standbys) return null;
    const version = required ?? (await this.neededVersion(consistent));
    const result = await this.standbys.query<Row>(statement, version, deadline);
    if (result || consistent || version === 0 || !this.dataVersion.isUnavailable) return result;
    return this.standbys.query<Row>(statement, 0, deadline);
  }

  private async neededVersion(consistent: boolean): Promise<number> {
    const { dataVersion } = this;
    if (dataVersion.current) return dataVersion.current.version;
    if (consistent) return (await dataVersion.confirm()).version;
    if (dataVersion.isUnavailable) return 0;
    return dataVersion.confirm().then(
      ({ version }) => version,
      () => 0,
    );
  }

  private async queryPrimary<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    deadline: number,
  ): Promise<Row[]> {
    const client = await this.primary.connect();
    try {
      if (performance.now() > deadline) throw new DeadlineExceededError();
      const { rows } = await client.query<Row>(statement);
      client.release();
      return rows;
    } catch (error) {
      client.release(!(error instanceof DeadlineExceededError));
      throw error;
    }
  }
}

/** Data version of rows from the primary. It is infinite, because no other server has newer rows. */
const PRIMARY = Number.POSITIVE_INFINITY;

/** Lowers the data version of an operation to the version of rows that the operation has read. */
export function noteVersion(
  context: OperationContext | undefined,
  { version }: VersionedRows<unknown>,
): void {
  if (context && version < context.dataVersion) context.dataVersion = version;
}

/** Creates the span of a statement, which contains the statement's name but never its values. */
export function statementSpan(name = 'unnamed'): Span {
  return {
    name,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  };
}
