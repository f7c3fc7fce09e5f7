import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CliError } from '../cli-error.js';
import { readCsv } from './csv-reader.js';
import { type DatasetFile, readChunks } from './dataset-files.js';
import { type FileKind, stagingTable } from './file-kind.js';
import { readHeader, similarColumn } from './header.js';
import { shown } from './rejection.js';
import { type RowWriter, rowWriter } from './row-writer.js';

// Maximum number of bytes to read ahead while the database writes earlier rows.
const AHEAD_BYTES = 1 << 22;

export interface StagingReport {
  warn(message: string): void;
  /** @param bytes number of bytes read from the file since the last call */
  bytesRead(file: DatasetFile, bytes: number): void;
}

/**
 * Creates the staging table for a kind of file. The table is temporary, so it is dropped when the connection closes.
 */
export async function createStagingTable(client: ClientBase, kind: FileKind): Promise<void> {
  const columns = Object.entries(kind.staged).map(([name, type]) => `${name} ${type}`);
  await client.query(
    `create temp table ${stagingTable(kind.name)} (
       part smallint not null, line integer not null, reject_column text, reason text, ${columns.join(', ')}
     )`,
  );
}

/**
 * Streams files into the staging table of their kind. For an invalid row, the table contains the rejection reason
 * instead of values.
 * @returns the number of rows read
 * @throws CliError if a file cannot be read
 */
export async function stageFiles(
  client: ClientBase,
  kind: FileKind,
  files: readonly DatasetFile[],
  report: StagingReport,
): Promise<number> {
  const counter = { rows: 0 };
  await pipeline(
    Readable.from(copyLines(kind, files, report, counter), {
      objectMode: false,
      highWaterMark: AHEAD_BYTES,
    }),
    client.query(copyFrom(`copy ${stagingTable(kind.name)} from stdin`)),
  );
  await client.query(`analyze ${stagingTable(kind.name)}`);
  return counter.rows;
}

async function* copyLines(
  kind: FileKind,
  files: readonly DatasetFile[],
  report: StagingReport,
  counter: { rows: number },
): AsyncGenerator<string> {
  for (const file of files) {
    let write: RowWriter | undefined;
    for await (const records of readCsv(readChunks(file, (n) => report.bytesRead(file, n)))) {
      if (!write) {
        const header = readHeader(file.name, kind, records.shift()?.cells ?? []);
        for (const column of header.unknown) {
          const name = column ? shown(column) : '(without a name)';
          const meant = similarColumn(kind, column);
          const hint = meant ? `. Write ${meant} to import it` : '';
          report.warn(`${file.name}: unknown column ${name} is ignored${hint}`);
        }
        write = rowWriter(kind, header, file.part);
      }
      counter.rows += records.length;
      const lines = write(records);
      if (lines) yield lines;
    }
    if (!write) throw new CliError(`${file.name}: the file is empty. It must have a header row.`);
  }
}
