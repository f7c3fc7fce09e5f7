import type { StagedValue } from './file-kind.js';

const SPECIAL = /[\\\t\n\r]/;

/** A null in PostgreSQL's COPY text format. */
export const COPY_NULL = '\\N';

/** Writes one value in PostgreSQL's COPY text format. */
export type CopyWriter = (value: StagedValue) => string;

/**
 * The writer for a column. Only texts can hold what must be escaped, and looking for it in every value would cost as much
 * as all the rest.
 * @param type of the column in PostgreSQL
 */
export function copyWriter(type: string): CopyWriter {
  if (type.startsWith('text')) return (value) => (value === null ? COPY_NULL : escaped(`${value}`));
  // Bytes are written \x…, with no other backslash.
  if (type === 'bytea') return (value) => (value === null ? COPY_NULL : `\\${value}`);
  return (value) => (value === null ? COPY_NULL : `${value}`);
}

function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
