import { channel } from 'node:diagnostics_channel';
import { ApiError, POOL_MADE, type PoolState, unavailable } from '@gcd/contracts';
import { withSpan, type Span } from '@gcd/traces';
import {
  DeadlineExceededError,
  debugTimeoutMs,
  type OperationContext,
  operationContext,
} from '@gcd/traces/operation-context';
import pg from 'pg';
import { DataVersion } from './data-version.js';
import { Slots } from './shedding-queue.js';
import { type VersionedRows, Standbys } from './standbys.js';

const MAX_CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 1800;
const SERVER_TIMEOUT_MS = Math.max(2000, debugTimeoutMs);
const INT4_ARRAY = 1007;
const DATE = 1082;

/**
 * Parses `{1,2,3}`. Count arrays are one-dimensional and have no nulls, so this is several times faster than
 * pg's parser.
 */
function parseIntArray(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let index = 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) value = value * 10 + code - 48;
    else if (text.length > 2) {
      numbers.push(value);
      value = 0;
    }
  }
  return numbers;
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT4_ARRAY) return parseIntArray;
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Connection pool for the prepared statements of a service. Integer arrays are returned as numbers, dates as
 * `YYYY-MM-DD`. Every wait is bounded: the server cancels a statement after 1.8 s. A server that accepts no
 * connection, or does not respond for 2 s, counts as stalled.
 */
export class ServicePool extends pg.Pool {
  private readonly standbyPool: pg.Pool | null;
  private readonly standbys: Standbys | null;
  private readonly connection: pg.PoolConfig;
  private readonly slots = new Slots(MAX_CONNECTIONS);
  private followed: DataVersion | null = null;

  /**
   * @param url of the service's own role
   * @param name of the service, shown in pg_stat_activity
   * @param onIdleError called when an idle connection breaks; the pool replaces it
   * @param readUrl of streaming standbys, which are preferred for reads
   */
  constructor(url: string, name: string, onIdleError: (error: Error) => void, readUrl?: string) {
    const connection = connectionTo(url, name);
    super(connection);
    this.connection = connection;
    watch(this, this.slots, onIdleError);
    const standbySlots = new Slots(MAX_CONNECTIONS);
    this.standbyPool = readUrl ? new pg.Pool(connectionTo(readUrl, name)) : null;
    if (this.standbyPool) watch(this.standbyPool, standbySlots, onIdleError);
    this.standbys = this.standbyPool && new Standbys(this.standbyPool, standbySlots);
  }

  /** The data version of the primary, polled from the first use on. */
  get dataVersion(): DataVersion {
    this.followed ??= new DataVersion(this.connection);
    return this.followed;
  }

  /**
   * Runs a statement. The rows are at least as new as anything that the change feed has shown, unless only a
   * standby is available: then they are as old as its data.
   * @throws ApiError if the database is unavailable (`internal_error`, 503) or too slow (`timeout_error`)
   */
  rows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return this.tracedRows(statement, false);
  }

  /**
   * Like {@link rows}, but never older than what the change feed has shown. Throws if that cannot be
   * guaranteed.
   */
  consistentRows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return this.tracedRows(statement, true);
  }

  /**
   * Runs {@link rows} or {@link consistentRows} for several operations together, without a span and without
   * recording a version in the operation's context.
   * @param deadline of the last of them, on the clock of `performance.now()`
   */
  async ask<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    consistent: boolean,
    deadline: number,
  ): Promise<VersionedRows<Row>> {
    try {
      if (this.standbys) {
        const version = await this.neededVersion(consistent);
        const answer = await this.standbys.ask<Row>(statement, version, deadline);
        if (answer) return answer;
      }
      const rows = await this.slots.run(deadline, () => this.askPrimary<Row>(statement, deadline));
      return { rows, version: PRIMARY };
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }

  /** Called by the framework on shutdown. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.end(), this.standbyPool?.end(), this.followed?.end()]);
  }

  private tracedRows<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    consistent: boolean,
  ): Promise<Row[]> {
    return withSpan(
      () => statementWork(statement.name),
      async () => {
        const context = operationContext.getStore();
        const deadline = context?.deadline ?? Number.POSITIVE_INFINITY;
        const answer = await this.ask<Row>(statement, consistent, deadline);
        noteVersion(context, answer);
        return answer.rows;
      },
    );
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

  private async askPrimary<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    deadline: number,
  ): Promise<Row[]> {
    const client = await this.connect();
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

/** Rows from the primary are as new as any that were read before. */
const PRIMARY = Number.POSITIVE_INFINITY;

/** Lowers the data version of an operation to that of the rows it has read. */
export function noteVersion(
  context: OperationContext | undefined,
  { version }: VersionedRows<unknown>,
): void {
  if (context && version < context.dataVersion) context.dataVersion = version;
}

function connectionTo(url: string, name: string): pg.PoolConfig {
  return {
    connectionString: withGenericPlans(url),
    application_name: `gcd-${name}`,
    max: MAX_CONNECTIONS,
    // Connections are kept open, with their prepared statements.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: SERVER_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SERVER_TIMEOUT_MS,
    keepAlive: true,
    types,
  };
}

function watch(pool: pg.Pool, slots: Slots, onIdleError: (error: Error) => void): void {
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The error references the whole client, which must not be logged.
    delete error.client;
    onIdleError(error);
  });
  // If a connection breaks during a statement, the statement fails as well, so this error is redundant.
  pool.on('connect', (client) => client.on('error', () => undefined));
  channel(POOL_MADE).publish({
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return slots.waiting + pool.waitingCount;
    },
  } satisfies PoolState);
}

/** Span of a statement, with its name but never its values. */
export function statementWork(name = 'unnamed'): Span {
  return {
    name,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  };
}

const QUERY_CANCELED = '57014';
// Connection errors, too many connections, shutting down or starting up.
const UNAVAILABLE = /^(08|53|57P)/;

/** @returns null if the error is about the statement itself */
function asUnavailable(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const { code } = error as { code?: string };
  if (code === QUERY_CANCELED) {
    return new ApiError('timeout_error', 'The request took too long. Try again later.', {
      cause: error,
    });
  }
  // An error that the server did not send is a network error.
  if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(code ?? '')) return null;
  return unavailable('The data is not available right now. Try again soon.', error);
}

/**
 * Plans prepared statements once: key lookups all have the same plan, and planning costs more than execution.
 */
function withGenericPlans(url: string): string {
  const planned = new URL(url);
  const options = planned.searchParams.get('options') ?? '';
  planned.searchParams.set('options', `${options} -c plan_cache_mode=force_generic_plan`.trim());
  return planned.href;
}
