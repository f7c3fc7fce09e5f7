import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { CliError } from '../cli-error.js';
import { type KindName, stagingTable } from './file-kind.js';
import { countOf } from './merge.js';

export async function countRejects(client: ClientBase, kind: KindName): Promise<number> {
  return countOf(client, `select count(*) from ${stagingTable(kind)} where reason is not null`);
}

/**
 * Writes `KIND.rejected.csv`: file, line, column and reason of every rejected row, in file order. If no row was
 * rejected, deletes the list that an earlier import wrote.
 * @returns the path of the list, or null if no row was rejected
 * @throws CliError if the list cannot be written
 */
export async function writeRejects(
  client: ClientBase,
  kind: KindName,
  rejected: number,
  directory: string,
): Promise<string | null> {
  const path = join(directory, `${kind}.rejected.csv`);
  if (rejected === 0) {
    await rm(path, { force: true });
    return null;
  }
  await mkdir(directory, { recursive: true });
  const rows = client.query(
    copyTo(`copy (
      select f.name as file, l.line, l.reject_column as "column", l.reason
      from ${stagingTable(kind)} l join staged_files f using (part)
      where l.reason is not null order by l.part, l.line
    ) to stdout with (format csv, header)`),
  );
  const list = rows.pipe(createWriteStream(path));
  try {
    await Promise.all([finished(rows), finished(list)]);
  } catch (error) {
    // The connection can run further statements only after the rest of the COPY output has been read.
    rows.resume();
    throw new CliError(`Cannot write ${path}: ${(error as Error).message}`);
  }
  return path;
}
