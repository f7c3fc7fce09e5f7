import { registry, type Span, withSpan } from '@gcd/process';
import { DeadlineExceededError, operationContext } from '@gcd/process/operation-context';
import type { QueryResultRow } from 'pg';
import { Histogram } from 'prom-client';
import { hasPassed, type ServicePool, type Statement, statementSpan } from './pool.js';

/** A query that can look up one key or many keys at once. */
export interface KeyedQuery<Key> {
  /** Name of the prepared statement. */
  readonly name: string;
  /** The columns of the key and their SQL types. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** Returns the value of each key column for a key. */
  readonly values: (key: Key) => readonly unknown[];
  /**
   * Returns the SQL of the query.
   * @param keys a FROM item named `k`, with the columns of the key and the column `ordinal`. The query must return
   * `ordinal`
   */
  readonly text: (keys: string) => string;
}

interface Lookup<Key, Row> {
  readonly key: Key;
  /** `performance.now()` timestamp after which the rows are no longer needed; undefined if they always are. */
  readonly deadline: number | undefined;
  /** Data version that the rows must reflect; undefined if they must come from the primary. */
  readonly required: number | undefined;
  /** Span of the lookup, which ends when the shared statement returns; undefined if the lookup is not traced. */
  readonly span: Span | undefined;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

const batchSize = new Histogram({
  name: 'gcd_db_batch_size',
  help: 'Lookups per batched statement.',
  buckets: [1, 2, 4, 8, 16, 32, 64],
  registers: [registry],
});
const MAX_BATCH = 64;

/**
 * Combines lookups into shared statements. A statement serves all lookups of an event-loop tick, and those that arrive
 * while the statement waits for a connection. The cost per lookup therefore falls as the load rises.
 */
export class BatchLoader<Key, Row extends QueryResultRow> {
  /** The lookups of the statement that waits for a connection; null if none waits. */
  private waiting: Lookup<Key, Row>[] | null = null;
  private readonly one: string;
  private readonly many: string;

  constructor(
    private readonly pool: ServicePool,
    private readonly query: KeyedQuery<Key>,
  ) {
    const columns = [...query.key.map(({ column }) => column), 'ordinal'].join(', ');
    const parameters = (suffix: string): string =>
      query.key.map(({ type }, index) => `$${index + 1}::${type}${suffix}`).join(', ');
    this.one = query.text(`(values (${parameters('')}, 1::bigint)) k(${columns})`);
    this.many = query.text(`unnest(${parameters('[]')}) with ordinality k(${columns})`);
  }

  /**
   * Loads the rows of a key.
   * @returns an empty array if the key does not exist
   * @throws Error like {@link ServicePool.rows}
   */
  load(key: Key): Promise<Row[]> {
    return withSpan(
      () => statementSpan(this.query.name),
      (span) => {
        const { deadline, requiredVersion: required } = operationContext.getStore() ?? {};
        return new Promise<Row[]>((resolve, reject) =>
          this.add({ key, deadline, required, span, resolve, reject }),
        );
      },
    );
  }

  private add(lookup: Lookup<Key, Row>): void {
    if (this.waiting && this.waiting.length < MAX_BATCH) {
      this.waiting.push(lookup);
      return;
    }
    const lookups = [lookup];
    this.waiting = lookups;
    setImmediate(() => void this.run(lookups));
  }

  private async run(lookups: Lookup<Key, Row>[]): Promise<void> {
    let current: Lookup<Key, Row>[] = lookups;
    try {
      const rows = await this.pool.run<Row & { ordinal: string }>(() => {
        if (this.waiting === lookups) this.waiting = null;
        current = lookups.filter(isNeeded);
        batchSize.observe(current.length);
        return this.statement(current);
      });
      const byLookup: Row[][] = current.map(() => []);
      for (const row of rows) byLookup[Number(row.ordinal) - 1]?.push(row);
      for (const [index, { resolve }] of current.entries()) resolve(byLookup[index] ?? []);
    } catch (error) {
      if (this.waiting === lookups) this.waiting = null;
      if (current.length > 1 && isAboutData(error)) {
        // Retry the lookups one by one, so that an invalid key affects only its own lookup.
        for (const each of current) void this.run([each]);
      } else for (const { reject } of current) reject(error);
    }
  }

  private statement(lookups: readonly Lookup<Key, Row>[]): Statement {
    const [first] = lookups;
    if (!first) throw new DeadlineExceededError();
    const { name } = this.query;
    if (lookups.length === 1) {
      return {
        name,
        text: this.one,
        values: [...this.query.values(first.key)],
        required: first.required,
      };
    }
    const keys = lookups.map(({ key }) => this.query.values(key));
    for (const { span } of lookups) {
      if (span) span.attributes['db.operation.batch.size'] = lookups.length;
    }
    return {
      name: `${name}-many`,
      text: this.many,
      values: this.query.key.map((_column, index) => keys.map((values) => values[index])),
      required: newestRequired(lookups),
    };
  }
}

/** Rejects a lookup whose deadline has passed. @returns whether the rows of the lookup are still needed */
function isNeeded({
  deadline,
  reject,
}: Pick<Lookup<unknown, unknown>, 'deadline' | 'reject'>): boolean {
  if (!hasPassed(deadline)) return true;
  reject(new DeadlineExceededError());
  return false;
}

/** Returns the newest data version that the lookups require; undefined if any of them must read from the primary. */
function newestRequired(
  lookups: readonly { readonly required: number | undefined }[],
): number | undefined {
  let newest = 0;
  for (const { required } of lookups) {
    if (required === undefined) return undefined;
    if (required > newest) newest = required;
  }
  return newest;
}

/** Whether the database rejected a value (SQLSTATE class 22). */
function isAboutData(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('22');
}
