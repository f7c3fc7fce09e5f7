import { FORMATS, readGraderNumber, readMonth, readOptionalText, readText } from '../fields.js';
import type { FileKind } from '../file-kind.js';

type Name =
  | 'cert'
  | 'description'
  | 'result'
  | 'primary_subjects'
  | 'other_subjects'
  | 'retrieved_month';

export const authentications: FileKind<Name> = {
  name: 'authentications',
  description:
    'Each row is a signed item whose signature, but nothing else, was authenticated by PSA/DNA.',
  columns: {
    cert: { required: true, format: FORMATS.identifier, example: 'AB12345' },
    description: {
      required: true,
      format: FORMATS.text,
      example: 'Baseball signed by Ken Griffey Jr.',
    },
    result: { required: true, format: FORMATS.text, example: 'Authentic' },
    primary_subjects: {
      format: 'names separated by a vertical bar',
      example: 'Ken Griffey Jr.|Ken Griffey Sr.',
    },
    other_subjects: { format: 'names separated by a vertical bar', example: '' },
    retrieved_month: { format: FORMATS.month, example: '2026-10' },
  },
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
    readGraderNumber(row, 'cert', 'psa'),
    readText(row, 'description'),
    readText(row, 'result'),
    textArray(readOptionalText(row, 'primary_subjects')),
    textArray(readOptionalText(row, 'other_subjects')),
    readMonth(row, 'retrieved_month'),
  ],
};

/** Formats names separated by vertical bars as a PostgreSQL array. */
function textArray(text: string | null): string {
  const names = (text ?? '')
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean);
  return `{${names.map((name) => `"${name.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
