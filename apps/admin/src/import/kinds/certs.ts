import {
  findGrade,
  GRADE_SCALES,
  type Grader,
  QUALIFIER_TYPES,
  type QualifierType,
} from '@gcd/contracts';
import {
  readBoolean,
  readCert,
  readGrader,
  readMonth,
  readOptionalCardId,
  readOptionalText,
} from '../fields.js';
import type { FileKind, Row } from '../file-kind.js';
import { Rejection, shown } from '../rejection.js';

type Column =
  | 'grader'
  | 'cert'
  | 'card_id'
  | 'grade'
  | 'qualifier_type'
  | 'grade_label'
  | 'description'
  | 'has_auto_grade'
  | 'auto_grade_label'
  | 'retrieved_month'
  | Subgrade;

type Subgrade = 'centering' | 'corners' | 'edges' | 'surface';

/** `certs.csv`: graded copies. */
export const certs: FileKind<Column> = {
  name: 'certs',
  required: ['grader', 'cert'],
  optional: [
    'card_id',
    'grade',
    'qualifier_type',
    'grade_label',
    'description',
    'has_auto_grade',
    'auto_grade_label',
    'retrieved_month',
    'centering',
    'corners',
    'edges',
    'surface',
  ],
  staged: {
    grader: 'grader',
    cert: 'text',
    card_id: 'bytea',
    grade: 'smallint',
    qualifier: 'smallint',
    qualifier_type: 'qualifier_type',
    has_auto_grade: 'boolean',
    retrieved_month: 'date',
    centering: 'real',
    corners: 'real',
    edges: 'real',
    surface: 'real',
    grade_label: 'text',
    auto_grade_label: 'text',
    description: 'text',
  },
  key: ['grader', 'cert'],
  read(row) {
    const grader = readGrader(row);
    const cert = readCert(row);
    const cardId = readOptionalCardId(row, 'card_id');
    const grade = readGrade(row, grader);
    return [
      grader,
      cert,
      cardId,
      grade.grade,
      grade.qualifier,
      grade.qualifierType,
      readBoolean(row, 'has_auto_grade'),
      readMonth(row, 'retrieved_month'),
      readSubgrade(row, 'centering'),
      readSubgrade(row, 'corners'),
      readSubgrade(row, 'edges'),
      readSubgrade(row, 'surface'),
      // A label that the scale gives anyway is not kept a hundred million times.
      row.grade_label === grade.label ? null : readOptionalText(row, 'grade_label'),
      readOptionalText(row, 'auto_grade_label'),
      // The card describes the copy.
      cardId === null ? readOptionalText(row, 'description') : null,
    ];
  },
};

interface CertGrade {
  /** Position in the scale; null for a grade with a qualifier, or none. */
  readonly grade: number | null;
  readonly qualifier: number | null;
  readonly qualifierType: QualifierType | null;
  /** The label that it has by default. */
  readonly label: string | null;
}

function readGrade(row: Row<Column>, grader: Grader): CertGrade {
  const position = row.grade === '' ? null : findGrade(grader, row.grade);
  if (position && 'qualifier' in position) {
    const { qualifier } = position;
    const qualifierType = readQualifierType(row);
    const label = `${GRADE_SCALES[grader].qualifiers[qualifier]?.label} (${qualifierType ?? 'Q'})`;
    return { grade: null, qualifier, qualifierType, label };
  }
  if (row.qualifier_type !== '') {
    throw new Rejection('qualifier_type', 'stands without a qualifier grade such as psa_q8');
  }
  if (position) {
    const label = GRADE_SCALES[grader].grades[position.grade]?.label ?? null;
    return { grade: position.grade, qualifier: null, qualifierType: null, label };
  }
  if (row.grade !== '')
    throw new Rejection('grade', `${shown(row.grade)} is no grade of ${grader}`);
  return { grade: null, qualifier: null, qualifierType: null, label: null };
}

function readQualifierType(row: Row<Column>): QualifierType | null {
  if (row.qualifier_type === '') return null;
  const type = QUALIFIER_TYPES.find((known) => known === row.qualifier_type.toUpperCase());
  if (type) return type;
  throw new Rejection(
    'qualifier_type',
    `${shown(row.qualifier_type)} is none of ${QUALIFIER_TYPES.join(', ')}`,
  );
}

function readSubgrade(row: Row<Column>, column: Subgrade): number | null {
  const text = row[column];
  if (text === '') return null;
  const grade = Number(text);
  if (/^\d{1,2}(\.\d{1,2})?$/.test(text) && grade <= 10) return grade;
  throw new Rejection(column, `${shown(text)} is not a number from 0 to 10`);
}
