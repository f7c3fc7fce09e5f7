import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

/** Reads the rows of `NAME.csv.gz` in a directory. */
export const rowsOf = (directory, name) =>
  createReadStream(path.join(directory, `${name}.csv.gz`))
    .pipe(createGunzip())
    .pipe(parse({ columns: true, bom: true, relax_quotes: true }));
