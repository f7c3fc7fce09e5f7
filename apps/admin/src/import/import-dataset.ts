import { resolve } from 'node:path';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { withClient } from '../database.js';
import type { Progress } from '../progress.js';
import { prepareConnection, WAITING, withWriterLock } from '../writer.js';
import { type Applied, type ApplyOptions, applyStaged, checkStaged } from './apply-staged.js';
import { type Dataset, findDataset } from './dataset-files.js';
import type { KindName } from './file-kind.js';
import { FILE_KINDS } from './kinds/index.js';
import { recordEnd, recordStart } from './import-record.js';
import { createHistoryPartitions } from './partitions.js';
import { prepareRejects } from './rejects.js';
import { createStagingTable, stageFiles } from './stage.js';

export interface ImportOptions extends ApplyOptions {
  readonly directory: string;
  /** Whether to wait if another process holds the writer lock, instead of failing. */
  readonly wait: boolean;
  readonly progress: Progress;
  warn(message: string): void;
}

export interface ImportReport extends Applied {
  /** Id of the import record; null for a check. */
  readonly id: number | null;
  readonly seconds: number;
  readonly rowsPerSecond: number;
}

/**
 * Imports a dataset. Files are read into temporary staging tables, then validated and applied in one transaction.
 * Readers see either the whole import or none of it. If the import is killed, nothing changes.
 * @throws CliError if a file cannot be read, or if another process holds the writer lock and `wait` is false
 */
export async function importDataset(
  database: DataSource,
  options: ImportOptions,
): Promise<ImportReport> {
  if (options.check) return checkDataset(database, options);
  const onWait = options.wait ? () => waits(options) : undefined;
  return withWriterLock(database, onWait, async (client) => {
    const id = await recordStart(client, resolve(options.directory));
    try {
      return await timed(id, async () => {
        const read = await stage(client, await findDataset(options.directory), options);
        await createHistoryPartitions(client);
        return { read, applied: await applyStaged(client, id, read, options) };
      });
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await recordEnd(client, id, { failure: (error as Error).message }).catch(() => undefined);
      throw error;
    }
  });
}

async function checkDataset(database: DataSource, options: ImportOptions): Promise<ImportReport> {
  const dataset = await findDataset(options.directory);
  return withClient(database, async (client) => {
    await prepareConnection(client);
    return timed(null, async () => {
      const read = await stage(client, dataset, options);
      return { read, applied: await checkStaged(client, read, options) };
    });
  });
}

async function timed(
  id: number | null,
  work: () => Promise<{ read: ReadonlyMap<KindName, number>; applied: Applied }>,
): Promise<ImportReport> {
  const started = performance.now();
  const { read, applied } = await work();
  const seconds = (performance.now() - started) / 1000;
  const rows = [...read.values()].reduce((sum, count) => sum + count, 0);
  return { id, ...applied, seconds, rowsPerSecond: Math.round(rows / seconds) };
}

function waits({ progress, warn }: ImportOptions): void {
  warn(WAITING);
  progress.report(WAITING);
}

/** Reads all files into staging tables. @returns the number of rows read for each kind of file */
async function stage(
  client: ClientBase,
  { files, unknown }: Dataset,
  { progress, warn, rejectsDirectory }: ImportOptions,
): Promise<Map<KindName, number>> {
  if (rejectsDirectory) await prepareRejects(rejectsDirectory);
  for (const name of unknown) warn(`${name} is not a dataset file and is not imported`);
  await client.query(
    'create temp table staged_files (part smallint primary key, name text not null)',
  );
  await client.query('insert into staged_files select * from unnest($1::smallint[], $2::text[])', [
    files.map(({ part }) => part),
    files.map(({ name }) => name),
  ]);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const read = new Map<KindName, number>();
  for (const kind of FILE_KINDS) {
    await createStagingTable(client, kind);
    const ofKind = files.filter((file) => file.kind === kind.name);
    if (ofKind.length === 0) continue;
    const rows = await stageFiles(client, kind, ofKind, {
      warn,
      bytesRead(file, bytes) {
        done += bytes;
        progress.report(`reading ${file.name}`, done / total);
      },
    });
    read.set(kind.name, rows);
  }
  return read;
}
