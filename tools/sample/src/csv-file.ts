import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { type Stringifier, stringify } from 'csv-stringify';

/** Position of the operating system in the gzip header, and the value for "unknown". */
const [OS_BYTE, OS_UNKNOWN] = [9, 255];

/**
 * Writes a gzipped CSV file line by line. Its bytes depend only on the lines, because the gzip header contains no file
 * name, timestamp or operating system.
 */
export class CsvFile {
  readonly #lines: Stringifier;
  readonly #output: WriteStream;
  rows = 0;

  constructor(directory: string, name: string, columns: readonly string[]) {
    this.#lines = stringify({ header: true, columns: [...columns] });
    this.#output = createWriteStream(join(directory, `${name}.csv.gz`));
    const gzip = createGzip({
      level: constants.Z_BEST_COMPRESSION,
      memLevel: constants.Z_MAX_MEMLEVEL,
    });
    this.#lines.pipe(gzip).pipe(withoutSystem()).pipe(this.#output);
  }

  async write(line: object): Promise<void> {
    this.rows++;
    if (!this.#lines.write(line)) await once(this.#lines, 'drain');
  }

  async close(): Promise<void> {
    this.#lines.end();
    await finished(this.#output);
  }
}

function withoutSystem(): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = OS_BYTE - seen;
      if (at >= 0 && at < chunk.length) chunk[at] = OS_UNKNOWN;
      seen += chunk.length;
      done(null, chunk);
    },
  });
}
