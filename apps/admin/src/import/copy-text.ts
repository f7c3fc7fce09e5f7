import type { StagedValue } from './file-kind.js';

const SPECIAL = /[\\\t\n\r]/;

/** The null value in PostgreSQL's COPY text format. */
export const COPY_NULL = '\\N';

/** Formats a value for PostgreSQL's COPY text format. */
export type CopyWriter = (value: StagedValue) => string;

/**
 * Creates the formatter for a column. Only strings are escaped, because checking values of other types as well would
 * double the cost of formatting.
 * @param type PostgreSQL type of the column
 */
export function copyWriter(type: string): CopyWriter {
  if (type.startsWith('text')) return (value) => (value === null ? COPY_NULL : escaped(`${value}`));
  // A bytea value is written as `\x…` and contains no other backslash.
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
