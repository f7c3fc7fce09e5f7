import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
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

const EXTENSION = '.rejected.csv';

/**
 * Creates the directory, or deletes the lists of an earlier import in it, so that none of them is taken for one of an
 * import that fails.
 * @throws CliError if the directory cannot be used
 */
export async function prepareRejects(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if (entry.isFile() && entry.name.endsWith(EXTENSION)) await rm(join(directory, entry.name));
    }
  } catch (error) {
    throw new CliError(`--rejects: ${(error as Error).message}`);
  }
}

/**
 * Writes `KIND.rejected.csv`: file, line, column and reason of every rejected row, in file order.
 * @returns the path of the list, or null if no row was rejected
 * @throws CliError if the list cannot be written
 */
export async function writeRejects(
  client: ClientBase,
  kind: KindName,
  rejected: number,
  directory: string,
): Promise<string | null> {
  if (rejected === 0) return null;
  const path = join(directory, kind + EXTENSION);
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
