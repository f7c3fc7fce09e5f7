import { readCert, readMonth, readOptionalText, readText } from '../fields.js';
import type { FileKind } from '../file-kind.js';

type Column =
  | 'cert'
  | 'description'
  | 'result'
  | 'primary_subjects'
  | 'other_subjects'
  | 'retrieved_month';

/** `authentications.csv`: signed items authenticated for the signature only. */
export const authentications: FileKind<Column> = {
  name: 'authentications',
  required: ['cert', 'description', 'result'],
  optional: ['primary_subjects', 'other_subjects', 'retrieved_month'],
  staged: {
    cert: 'text',
    description: 'text',
    result: 'text',
    primary_subjects: 'text[]',
    other_subjects: 'text[]',
    retrieved_month: 'date',
  },
  key: ['cert'],
  read: (row) => [
    readCert(row),
    readText(row, 'description'),
    readText(row, 'result'),
    textArray(readOptionalText(row, 'primary_subjects')),
    textArray(readOptionalText(row, 'other_subjects')),
    readMonth(row, 'retrieved_month'),
  ],
};

/** Names separated by vertical bars, as PostgreSQL writes an array. */
function textArray(text: string | null): string {
  const names = (text ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean);
  return `{${names.map((name) => `"${name.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
