import { channel } from 'node:diagnostics_channel';
import { BATCH_SENT } from '@gcd/contracts';
import { traced, type Work } from '@gcd/traces';
import type { QueryResultRow } from 'pg';
import { type ServicePool, statementWork } from './pool.js';

/** A look-up by key that can be asked for one key or for many. */
export interface KeyedQuery<Key> {
  /** Of the prepared statement. */
  readonly name: string;
  /** The columns of the key, with their SQL types. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** One value per column. */
  readonly values: (key: Key) => readonly unknown[];
  /** The statement. @param keys a FROM item named `k` with the key's columns and `ordinal`, which the statement must return */
  readonly text: (keys: string) => string;
}

interface Waiting<Key, Row> {
  readonly key: Key;
  /** As it is traced, if it is: from now until the statement that it shares has answered. */
  readonly work: Work | undefined;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

const batchSent = channel(BATCH_SENT);
const LARGEST_BATCH = 64;
const STATEMENTS_AT_ONCE = 4;

/**
 * Look-ups that wait together share a statement: those of one turn of the event loop, and under load those that arrive
 * while others run. So the cost per look-up falls as the load rises.
 */
export class BatchLoader<Key, Row extends QueryResultRow> {
  private waiting: Waiting<Key, Row>[] = [];
  private running = 0;
  private scheduled = false;
  private readonly one: string;
  private readonly many: string;

  /** @param mustBeCurrent as {@link ServicePool.currentRows} */
  constructor(
    private readonly pool: ServicePool,
    private readonly query: KeyedQuery<Key>,
    private readonly mustBeCurrent = false,
  ) {
    const columns = [...query.key.map(({ column }) => column), 'ordinal'].join(', ');
    const parameters = (suffix: string): string =>
      query.key.map(({ type }, index) => `$${index + 1}::${type}${suffix}`).join(', ');
    this.one = query.text(`(values (${parameters('')}, 1::bigint)) k(${columns})`);
    this.many = query.text(`unnest(${parameters('[]')}) with ordinality k(${columns})`);
  }

  /** @returns the rows of a key, none when there is nothing under it */
  load(key: Key): Promise<Row[]> {
    return traced(
      () => statementWork(this.query.name),
      (work) => this.enqueue(key, work),
    );
  }

  private enqueue(key: Key, work: Work | undefined): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, work, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.dispatch();
      });
    });
  }

  private dispatch(): void {
    while (this.waiting.length > 0 && this.running < STATEMENTS_AT_ONCE) {
      const batch = this.waiting.splice(0, LARGEST_BATCH);
      batchSent.publish(batch.length);
      for (const { work } of batch) {
        if (work) work.attributes['db.operation.batch.size'] = batch.length;
      }
      this.running += 1;
      void this.run(batch).finally(() => {
        this.running -= 1;
        this.dispatch();
      });
    }
  }

  private async run(batch: readonly Waiting<Key, Row>[]): Promise<void> {
    try {
      const rows = batch.length === 1 ? await this.askOne(batch) : await this.askMany(batch);
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index] ?? []);
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        // One key that the server cannot take must not fail the others.
        await Promise.all(batch.map((each) => this.run([each])));
      } else for (const { reject } of batch) reject(error);
    }
  }

  private async askOne([only]: readonly Waiting<Key, Row>[]): Promise<Row[][]> {
    if (!only) return [];
    const values = [...this.query.values(only.key)];
    const statement = { name: this.query.name, text: this.one, values };
    const rows = await this.pool.untracedRows<Row>(statement, this.mustBeCurrent);
    return [rows];
  }

  private async askMany(batch: readonly Waiting<Key, Row>[]): Promise<Row[][]> {
    const keys = batch.map(({ key }) => this.query.values(key));
    const statement = {
      name: `${this.query.name}-many`,
      text: this.many,
      values: this.query.key.map((_column, index) => keys.map((values) => values[index])),
    };
    const rows = await this.pool.untracedRows<Row & { ordinal: string }>(
      statement,
      this.mustBeCurrent,
    );
    const byKey: Row[][] = batch.map(() => []);
    for (const row of rows) byKey[Number(row.ordinal) - 1]?.push(row);
    return byKey;
  }
}

/** Whether the server refused a value (SQLSTATE class 22). */
function isAboutData(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('22');
}
