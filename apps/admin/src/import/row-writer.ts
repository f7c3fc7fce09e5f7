import { COPY_NULL, copyWriter } from './copy-text.js';
import type { CsvRecord } from './csv-reader.js';
import type { FileKind, StagedValue } from './file-kind.js';
import type { Header } from './header.js';
import { Rejection } from './rejection.js';

// Matches a null byte and the replacement character, which stands for invalid UTF-8.
const UNREADABLE = /[\0\ufffd]/;

/** Formats records as lines for COPY. */
export type RowWriter = (records: readonly CsvRecord[]) => string;

/**
 * Creates the writer for the records of a file. For an invalid record, the output contains the rejection reason instead
 * of values.
 * @param part index of the file within the import
 */
export function rowWriter(kind: FileKind, header: Header, part: number): RowWriter {
  const columns = [...header.positions];
  const writers = Object.values(kind.staged).map(copyWriter);
  // Reuse one object for all rows, because nothing reads a row after it has been parsed.
  const row: Record<string, string> = Object.fromEntries(
    Object.keys(kind.columns).map((column) => [column, '']),
  );

  function read({ cells, broken }: CsvRecord, careful: boolean): StagedValue[] {
    if (broken) throw new Rejection('', broken);
    for (const [column, position] of columns) {
      const cell = cells[position] as string;
      if (careful && UNREADABLE.test(cell)) {
        throw new Rejection(
          column,
          `${column} contains a null byte or bytes that are not UTF-8. Save the file as UTF-8.`,
        );
      }
      row[column] = cell.trim();
    }
    return kind.read(row);
  }

  function valuesOf(values: readonly StagedValue[]): string {
    let text = '';
    for (let at = 0; at < writers.length; at += 1) {
      text += `\t${writers[at]?.(values[at] ?? null)}`;
    }
    return `${text}\n`;
  }

  function line(record: CsvRecord, careful: boolean): string {
    const place = `${part}\t${record.line}`;
    try {
      return `${place}\t${COPY_NULL}\t${COPY_NULL}${valuesOf(read(record, careful))}`;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const write = copyWriter('text');
      return `${place}\t${write(error.column)}\t${write(error.reason)}${valuesOf(error.staged)}`;
    }
  }

  return (records) => {
    const text = records.map((record) => line(record, false)).join('');
    // Check individual cells only if the batch contains unreadable bytes.
    return UNREADABLE.test(text) ? records.map((record) => line(record, true)).join('') : text;
  };
}
