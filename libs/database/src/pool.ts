import { withSpan, type Span } from '@gcd/traces';
import {
  DeadlineExceededError,
  type OperationContext,
  operationContext,
} from '@gcd/traces/operation-context';
import type pg from 'pg';
import { connectionTo, createPool, MAX_CONNECTIONS, toFailure } from './connections.js';
import { DataVersion } from './data-version.js';
import { Slots } from './slots.js';
import { type VersionedRows, Standbys } from './standbys.js';

/** A prepared statement, and how new its rows must be. */
export interface Statement extends pg.QueryConfig {
  /** Data version that a standby must have replayed; undefined for the primary's current data version. */
  readonly required: number | undefined;
}

/**
 * Runs the prepared statements of a service. Returns integer arrays as numbers, and dates as `YYYY-MM-DD`. At most
 * eight statements run at a time. Further ones wait, and are rejected if too many wait, or after 2 s. The server cancels
 * a statement after 1.8 s. A server that takes more than 2 s to accept a connection or to respond counts as stalled.
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
    this.primary = createPool(this.connection, onIdleError, () => this.slots.waiting);
    if (readUrl) {
      this.standbys = new Standbys(createPool(connectionTo(readUrl, name), onIdleError));
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
   * Like {@link rows} or {@link consistentRows}, but for several operations: neither creates a span nor records the data
   * version of the operations.
   * @param prepare returns the statement. It is called when the statement can run, and may throw
   */
  async run<Row extends pg.QueryResultRow>(
    prepare: () => Statement,
    consistent: boolean,
  ): Promise<VersionedRows<Row>> {
    try {
      return await this.slots.run(async () => {
        const { required, ...statement } = prepare();
        const result = await this.queryStandbys<Row>(statement, required, consistent);
        if (result) return result;
        const { rows } = await this.primary.query<Row>(statement);
        return { rows, version: PRIMARY };
      });
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
        const { deadline, requiredVersion: required } = context ?? {};
        const result = await this.run<Row>(() => {
          if (hasPassed(deadline)) throw new DeadlineExceededError();
          return { ...statement, required };
        }, consistent);
        noteVersion(context, result);
        return result.rows;
      },
    );
  }

  private async queryStandbys<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    required: number | undefined,
    consistent: boolean,
  ): Promise<VersionedRows<Row> | null> {
    if (!this.standbys) return null;
    const version = required ?? (await this.neededVersion(consistent));
    const result = await this.standbys.query<Row>(statement, version);
    if (result || consistent || version === 0 || !this.dataVersion.isUnavailable) return result;
    return this.standbys.query<Row>(statement, 0);
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

/** @param deadline `performance.now()` timestamp; undefined if there is no deadline */
export function hasPassed(deadline: number | undefined): boolean {
  return deadline !== undefined && performance.now() > deadline;
}
