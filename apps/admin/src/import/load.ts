import { resolve } from 'node:path';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { Progress } from '../progress.js';
import { asOnlyWriter } from '../writer.js';
import { type ApplyOptions, applyStaged, type FileCounts } from './apply-staged.js';
import { type Dataset, findDataset } from './dataset-files.js';
import type { KindName } from './file-kind.js';
import { FILE_KINDS } from './kinds/index.js';
import { recordEnd, recordStart } from './loads.js';
import { createHistoryPartitions } from './partitions.js';
import { createStagingTable, stageFiles } from './stage.js';

/** How a load is to be done. */
export interface LoadOptions extends ApplyOptions {
  readonly directory: string;
  /** Wait for another load that is under way, instead of refusing. */
  readonly wait: boolean;
  readonly progress: Progress;
  warn(message: string): void;
}

/** What a load did. */
export interface LoadReport {
  readonly load: number;
  /** Of the data, after it. */
  readonly version: number;
  readonly asOf: string | null;
  readonly files: Partial<Record<KindName, FileCounts>>;
  readonly rejected: number;
  /** Files that list the rejected rows. */
  readonly rejects: readonly string[];
  /** Whether all of it was taken back, because of one bad row and `strict`. */
  readonly rolledBack: boolean;
  readonly changedSomething: boolean;
  readonly seconds: number;
  readonly rowsPerSecond: number;
}

/**
 * Loads a dataset. Files are read into staging tables of this connection, then checked and applied in one transaction:
 * readers see all of it or none, and killed at any point it leaves everything as it was.
 * @throws Refusal when nothing could be loaded at all
 */
export async function load(database: DataSource, options: LoadOptions): Promise<LoadReport> {
  const dataset = await findDataset(options.directory);
  const onWait = options.wait ? () => waits(options) : undefined;
  return asOnlyWriter(database, onWait, async (client) => {
    const started = performance.now();
    const id = await recordStart(client, resolve(options.directory));
    try {
      const read = await stage(client, dataset, options);
      const applied = await applyStaged(client, id, read, options);
      const seconds = (performance.now() - started) / 1000;
      const rows = [...read.values()].reduce((sum, count) => sum + count, 0);
      return { load: id, ...applied, seconds, rowsPerSecond: Math.round(rows / seconds) };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await recordEnd(client, id, { failure: (error as Error).message }).catch(() => undefined);
      throw error;
    }
  });
}

function waits({ progress, warn }: LoadOptions): void {
  warn('another load is under way: waiting for it');
  progress.report('waiting for another load');
}

/** Reads all files into staging tables. @returns the rows read of each kind that has files */
async function stage(
  client: ClientBase,
  { files, unknown }: Dataset,
  { progress, warn }: LoadOptions,
): Promise<Map<KindName, number>> {
  for (const name of unknown) warn(`${name}: no file of a dataset, not loaded`);
  if (files.length === 0) warn('the directory has no file of a dataset');
  await client.query(
    'create temp table load_files (part smallint primary key, name text not null)',
  );
  await client.query('insert into load_files select * from unnest($1::smallint[], $2::text[])', [
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
  await createHistoryPartitions(client);
  return read;
}
