import { channel } from 'node:diagnostics_channel';
import { BATCH_SENT } from '@gcd/contracts';
import { withSpan, type Span } from '@gcd/traces';
import { type OperationContext, operationContext } from '@gcd/traces/operation-context';
import type { QueryResultRow } from 'pg';
import { noteVersion, type ServicePool, statementSpan } from './pool.js';
import { BoundedQueue, type QueuedItem } from './bounded-queue.js';
import type { VersionedRows } from './standbys.js';

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

interface PendingRequest<Key, Row> extends QueuedItem {
  readonly key: Key;
  /** Data version that the rows must reflect; undefined for the primary's current data version. */
  readonly required: number | undefined;
  /** Span of the lookup, which ends when the shared statement returns; undefined if the lookup is not traced. */
  readonly span: Span | undefined;
  readonly resolve: (result: VersionedRows<Row>) => void;
  readonly reject: (error: unknown) => void;
}

const batchSent = channel(BATCH_SENT);
const MAX_BATCH = 64;
const MAX_STATEMENTS = 4;

/**
 * Combines lookups into shared statements. A statement serves all lookups of an event-loop tick. Under load, it also
 * serves lookups that arrived while other statements were running. The cost per lookup therefore falls as the load
 * rises. Lookups that wait too long are rejected ({@link BoundedQueue}).
 */
export class BatchLoader<Key, Row extends QueryResultRow> {
  private readonly pending = new BoundedQueue<PendingRequest<Key, Row>>();
  private running = 0;
  private scheduled = false;
  private readonly one: string;
  private readonly many: string;

  /** @param consistent whether to use {@link ServicePool.consistentRows} */
  constructor(
    private readonly pool: ServicePool,
    private readonly query: KeyedQuery<Key>,
    private readonly consistent = false,
  ) {
    const columns = [...query.key.map(({ column }) => column), 'ordinal'].join(', ');
    const parameters = (suffix: string): string =>
      query.key.map(({ type }, index) => `$${index + 1}::${type}${suffix}`).join(', ');
    this.one = query.text(`(values (${parameters('')}, 1::bigint)) k(${columns})`);
    this.many = query.text(`unnest(${parameters('[]')}) with ordinality k(${columns})`);
  }

  /** Loads the rows of a key. @returns an empty array if the key does not exist */
  load(key: Key): Promise<Row[]> {
    return withSpan(
      () => statementSpan(this.query.name),
      async (span) => {
        const context = operationContext.getStore();
        const result = await this.enqueue(key, context, span);
        noteVersion(context, result);
        return result.rows;
      },
    );
  }

  private enqueue(
    key: Key,
    context: OperationContext | undefined,
    span: Span | undefined,
  ): Promise<VersionedRows<Row>> {
    const deadline = context?.deadline ?? Number.POSITIVE_INFINITY;
    const required = context?.requiredVersion;
    return new Promise((resolve, reject) => {
      this.pending.push({ key, deadline, required, span, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.dispatch();
      });
    });
  }

  private dispatch(): void {
    while (this.pending.size > 0 && this.running < MAX_STATEMENTS) {
      const batch = this.pending.take(MAX_BATCH);
      if (batch.length === 0) return;
      batchSent.publish(batch.length);
      for (const { span } of batch) {
        if (span) span.attributes['db.operation.batch.size'] = batch.length;
      }
      this.running += 1;
      void this.run(batch).finally(() => {
        this.running -= 1;
        this.dispatch();
      });
    }
  }

  private async run(batch: readonly PendingRequest<Key, Row>[]): Promise<void> {
    try {
      const [first] = batch;
      const result = await (batch.length === 1 && first
        ? this.queryOne(first)
        : this.queryMany(batch));
      for (const [index, { resolve }] of batch.entries()) {
        resolve({ rows: result.rows[index] ?? [], version: result.version });
      }
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        // Retry the lookups one by one, so that an invalid key affects only its own lookup.
        await Promise.all(batch.map((each) => this.run([each])));
      } else for (const { reject } of batch) reject(error);
    }
  }

  private async queryOne({
    key,
    deadline,
    required,
  }: PendingRequest<Key, Row>): Promise<VersionedRows<Row[]>> {
    const values = [...this.query.values(key)];
    const statement = { name: this.query.name, text: this.one, values };
    const { consistent } = this;
    const { rows, version } = await this.pool.query<Row>(statement, {
      consistent,
      deadline,
      required,
    });
    return { rows: [rows], version };
  }

  private async queryMany(
    batch: readonly PendingRequest<Key, Row>[],
  ): Promise<VersionedRows<Row[]>> {
    const keys = batch.map(({ key }) => this.query.values(key));
    const statement = {
      name: `${this.query.name}-many`,
      text: this.many,
      values: this.query.key.map((_column, index) => keys.map((values) => values[index])),
    };
    const { rows, version } = await this.pool.query<Row & { ordinal: string }>(statement, {
      consistent: this.consistent,
      deadline: Math.max(...batch.map(({ deadline }) => deadline)),
      required: newestRequired(batch),
    });
    const byKey: Row[][] = batch.map(() => []);
    for (const row of rows) byKey[Number(row.ordinal) - 1]?.push(row);
    return { rows: byKey, version };
  }
}

/** Returns the newest data version that the lookups require; undefined if any lookup does not specify one. */
function newestRequired(
  batch: readonly { readonly required: number | undefined }[],
): number | undefined {
  let newest = 0;
  for (const { required } of batch) {
    if (required === undefined) return undefined;
    if (required > newest) newest = required;
  }
  return newest;
}

/** Whether the database rejected a value (SQLSTATE class 22). */
function isAboutData(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('22');
}
