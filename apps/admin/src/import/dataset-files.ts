import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { CliError } from '../cli-error.js';
import type { KindName } from './file-kind.js';
import { FILE_KINDS } from './kinds/index.js';

const CHUNK_BYTES = 1 << 18;

export interface DatasetFile {
  /**
   * Index of the file within the import, starting at 0. To save space, staged rows contain this index instead of the
   * file name.
   */
  readonly part: number;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly kind: KindName;
}

export interface Dataset {
  readonly files: readonly DatasetFile[];
  /** Names of files in the directory that are not part of the dataset format. */
  readonly unknown: readonly string[];
}

const KINDS = FILE_KINDS.map(({ name }) => name).join('|');
/** Matches the names of dataset files. */
export const DATASET_FILE = new RegExp(`^(${KINDS})(-\\d+)?\\.csv(\\.gz)?$`);
const IN_ANY_CASE = new RegExp(DATASET_FILE.source, 'i');
const OURS = /\.rejected\.csv$/;

/**
 * Lists the files of a dataset: `NAME.csv` and `NAME-0001.csv`, optionally with `.gz`.
 * @throws CliError if the directory does not exist or contains no dataset files
 */
export async function findDataset(directory: string): Promise<Dataset> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    const why = { ENOENT: 'the directory does not exist', ENOTDIR: 'it is not a directory' };
    throw new CliError(`${directory}: ${why[error.code as keyof typeof why] ?? error.message}`);
  });
  const known = names.filter((name) => DATASET_FILE.test(name)).sort();
  const renamed = names.find((name) => !DATASET_FILE.test(name) && IN_ANY_CASE.test(name));
  if (renamed) throw new CliError(`${renamed}: rename the file to ${renamed.toLowerCase()}.`);
  if (known.length === 0) {
    throw new CliError(`${directory}: the directory contains no dataset files, such as cards.csv.`);
  }
  const files = await Promise.all(
    known.map(async (name, part) => {
      const path = join(directory, name);
      const kind = DATASET_FILE.exec(name)?.[1] as KindName;
      return { part, name, path, kind, bytes: (await stat(path)).size };
    }),
  );
  const unknown = names.filter(
    (name) => !DATASET_FILE.test(name) && !OURS.test(name) && !name.startsWith('.'),
  );
  return { files, unknown };
}

/**
 * Reads and decompresses a file in chunks.
 * @param onBytes called with the number of bytes read from disk since the last call
 * @throws CliError with the file name, if the file cannot be read or decompressed
 */
export async function* readChunks(
  file: DatasetFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const source = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
  source.on('data', (chunk) => onBytes(chunk.length));
  const zipped = file.name.endsWith('.gz');
  const stream = zipped ? source.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : source;
  if (zipped) source.once('error', (error) => stream.destroy(error));
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw new CliError(`${file.name}: ${(error as Error).message}`);
  } finally {
    source.destroy();
  }
}
