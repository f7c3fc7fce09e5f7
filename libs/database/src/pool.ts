import { channel } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError, POOL_MADE } from '@gcd/contracts';
import { traced, type Work } from '@gcd/traces';
import pg from 'pg';
import { datasetVersion, Replicas } from './replicas.js';

const INT4_ARRAY = 1007;
const DATE = 1082;

/** `{1,2,3}` to numbers; count arrays have no nulls and one dimension, which makes this several times faster than pg's own. */
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
 * Connections for the named statements of a service. Arrays of integers come as numbers, dates as `YYYY-MM-DD`.
 * Nothing waits for ever: connecting fails after 1 s, a statement after 2 s on the server and 3 s here.
 */
export class ServicePool extends pg.Pool {
  private readonly readPool: ServicePool | null;
  private readonly replicas: Replicas | null;
  private newest: Promise<number> | null = null;

  /**
   * @param url of the service's own role
   * @param name of the service, seen in pg_stat_activity
   * @param onIdleError told of connections that broke while idle; the pool replaces them
   * @param readUrl of streaming standbys, which are asked first
   */
  constructor(url: string, name: string, onIdleError: (error: Error) => void, readUrl?: string) {
    super({
      connectionString: withGenericPlans(url),
      application_name: `gcd-${name}`,
      max: 8,
      // Kept for good, with the statements prepared on them.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 1000,
      statement_timeout: 2000,
      query_timeout: 3000,
      keepAlive: true,
      types,
    });
    this.on('error', (error: Error & { client?: unknown }) => {
      // The whole client hangs on it: nothing for a log.
      delete error.client;
      onIdleError(error);
    });
    channel(POOL_MADE).publish(this);
    this.readPool = readUrl ? new ServicePool(readUrl, name, onIdleError) : null;
    this.replicas = this.readPool && new Replicas(this.readPool);
  }

  /**
   * Runs a statement. What a replica answers may be as old as that is late.
   * @throws ApiError when the database cannot be reached (`internal_error`, 503) or takes too long (`timeout_error`)
   */
  rows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return traced(
      () => statementWork(statement.name),
      () => this.untracedRows<Row>(statement, false),
    );
  }

  /** {@link rows} that are at least as new as anything that the feed of changes has shown before. */
  currentRows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return traced(
      () => statementWork(statement.name),
      () => this.untracedRows<Row>(statement, true),
    );
  }

  /** {@link rows}, or {@link currentRows}, for who has them traced himself: one statement may be a part of many calls. */
  async untracedRows<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    mustBeCurrent: boolean,
  ): Promise<Row[]> {
    try {
      if (this.replicas) {
        const version = mustBeCurrent ? await this.newestVersion() : 0;
        const rows = await this.replicas.rows<Row>(statement, version);
        if (rows) return rows;
      }
      return (await this.query<Row>(statement)).rows;
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }

  /** Called by the framework when the process stops. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.end(), this.readPool?.end()]);
  }

  /** The version of the data that the primary has now, asked once for all who want it in one turn of the event loop. */
  private newestVersion(): Promise<number> {
    this.newest ??= turn().then(() => {
      this.newest = null;
      return datasetVersion(this);
    });
    return this.newest;
  }
}

/** A statement in a trace: by its name, never with its values. */
export function statementWork(name = 'unnamed'): Work {
  return {
    name,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  };
}

const STATEMENT_TIMEOUT = '57014';
// Connection lost, too many connections, shutting down or starting.
const UNAVAILABLE = /^(08|53|57P)/;

/** @returns null for an error that says something of the statement */
function asUnavailable(error: unknown): ApiError | null {
  const { code, message } = error as { code?: string; message: string };
  if (code === STATEMENT_TIMEOUT || message === 'Query read timeout') {
    return new ApiError('timeout_error', 'The request took too long. Try again later.', {
      cause: error,
    });
  }
  // What the server itself did not say comes from the way to it.
  if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(code ?? '')) return null;
  return new ApiError('internal_error', 'The data is not available right now. Try again soon.', {
    status: 503,
    cause: error,
  });
}

/** Plans of prepared statements are made once: for look-ups by key they are all alike, and planning costs more than running. */
function withGenericPlans(url: string): string {
  const planned = new URL(url);
  const options = planned.searchParams.get('options') ?? '';
  planned.searchParams.set('options', `${options} -c plan_cache_mode=force_generic_plan`.trim());
  return planned.href;
}
