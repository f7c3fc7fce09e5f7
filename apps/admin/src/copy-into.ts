import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Appends rows to a table. @param lines rows in PostgreSQL's COPY text format */
export async function copyInto(client: ClientBase, table: string, lines: string): Promise<void> {
  if (lines === '') return;
  await pipeline(Readable.from([lines]), client.query(copyFrom(`copy ${table} from stdin`)));
}
