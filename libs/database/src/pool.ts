import { type Span, withSpan } from '@gcd/process';
import { DeadlineExceededError, operationContext } from '@gcd/process/operation-context';
import type { OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import {
  connectionTo,
  createPool,
  MAX_CONNECTIONS,
  toFailure,
  verifyPrimary,
} from './connections.js';
import { Standbys } from './standbys.js';
import { StatementQueue } from './statement-queue.js';

/** A prepared statement, and how new its rows must be. */
export interface Statement extends pg.QueryConfig {
  /** Data version that a standby must have replayed; undefined if the statement must run on the primary. */
  readonly required: number | undefined;
}

/**
 * Runs the prepared statements of a service. Returns integer arrays as numbers, and dates as `YYYY-MM-DD`. At most
 * eight statements run at a time. Further ones wait, and are rejected if too many wait, or after 2 s. The server cancels
 * a statement after 1.8 s. A server that takes more than 2 s to accept a connection or to respond counts as stalled.
 */
export class ServicePool implements OnApplicationShutdown {
  private readonly primary: pg.Pool;
  private readonly queue = new StatementQueue(MAX_CONNECTIONS);
  private readonly standbys: Standbys | null = null;

  /**
   * @param url URL with the role of the service
   * @param name name of the service, as shown in pg_stat_activity
   * @param onIdleError called when an idle connection breaks; the pool then replaces it
   * @param readUrl URL of streaming standbys, which are preferred for reads
   */
  constructor(url: string, name: string, onIdleError: (error: Error) => void, readUrl?: string) {
    const primary = { ...connectionTo(url, name), verify: verifyPrimary };
    this.primary = createPool(primary, onIdleError, () => this.queue.waiting);
    if (readUrl) {
      this.standbys = new Standbys(createPool(connectionTo(readUrl, name), onIdleError));
    }
  }

  /**
   * Runs a statement. The rows reflect the data version that the current operation requires. Outside an operation, they
   * come from the primary.
   * @throws DatabaseFailure if the database is unavailable, too slow or overloaded
   */
  rows<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    return withSpan(
      () => statementSpan(statement.name),
      () => {
        const { deadline, requiredVersion: required } = operationContext.getStore() ?? {};
        return this.run<Row>(() => {
          if (hasPassed(deadline)) throw new DeadlineExceededError();
          return { ...statement, required };
        });
      },
    );
  }

  /**
   * Like {@link rows}, but for several operations, and without a span.
   * @param prepare returns the statement. It is called when the statement can run, and may throw
   */
  async run<Row extends pg.QueryResultRow>(prepare: () => Statement): Promise<Row[]> {
    try {
      return await this.queue.run(async () => {
        const { required, ...statement } = prepare();
        const rows =
          required === undefined ? null : await this.standbys?.query<Row>(statement, required);
        return rows ?? (await this.primary.query<Row>(statement)).rows;
      });
    } catch (error) {
      throw toFailure(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.primary.end(), this.standbys?.end()]);
  }
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
