import {
  findGrade,
  GRADE_SCALES,
  type Grader,
  QUALIFIER_TYPES,
  type QualifierType,
} from '@gcd/contracts';
import {
  FORMATS,
  gradeKeys,
  readBoolean,
  readGrader,
  readGraderNumber,
  readMonth,
  readOptionalCardId,
  readOptionalText,
} from '../fields.js';
import type { FileKind, Row } from '../file-kind.js';
import { mustBe, Rejection, shown } from '../rejection.js';

type Name =
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

const SUBGRADE = 'a number from 0 to 10 with at most 2 decimals';
const QUALIFIER_TYPE = `one of ${QUALIFIER_TYPES.join(', ')}`;

export const certs: FileKind<Name> = {
  name: 'certs',
  description: 'Each row is a cert: a graded copy of a card.',
  columns: {
    grader: { required: true, format: FORMATS.grader, example: 'psa' },
    cert: {
      required: true,
      format: FORMATS.identifier,
      example: '64062046',
      note: 'Numbers may be written [as people type them](#numbers).',
    },
    card_id: {
      format: FORMATS.cardId,
      example: '85c82c158cac20785082526b3bb6248031db6a66',
      note: 'The card must have the same grader as the cert.',
    },
    grade: {
      format: 'a grade key of the grader',
      example: 'psa_7',
      note: 'For example `psa_9`, `psa_q8`, `beckett_9_5` or `cgc_10_pristine`. The grade keys are listed below.',
    },
    qualifier_type: {
      format: QUALIFIER_TYPE,
      example: '',
      note: 'Allowed only with a qualifier grade such as `psa_q8`.',
    },
    grade_label: {
      format: FORMATS.text,
      example: 'NM 7',
      note: 'If empty, the label from the grade map is used.',
    },
    description: {
      format: FORMATS.text,
      example: '',
      note: 'Used only for certs without a card.',
    },
    has_auto_grade: { format: FORMATS.boolean, example: 'false', note: 'Empty means false.' },
    auto_grade_label: { format: FORMATS.text, example: '' },
    retrieved_month: { format: FORMATS.month, example: '2026-10' },
    centering: { format: SUBGRADE, example: '9.5' },
    corners: { format: SUBGRADE, example: '9' },
    edges: { format: SUBGRADE, example: '9.5' },
    surface: { format: SUBGRADE, example: '10' },
  },
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
    const cert = readGraderNumber(row, 'cert', grader);
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
      // Null means the default label of the grade, so that few certs need to store a label.
      row.grade_label === grade.label ? null : readOptionalText(row, 'grade_label'),
      readOptionalText(row, 'auto_grade_label'),
      // A cert that is linked to a card uses the card's description, so the cert's own description is not stored.
      cardId === null ? readOptionalText(row, 'description') : null,
    ];
  },
};

interface CertGrade {
  /** Position in the grade scale; null for a qualifier grade or no grade. */
  readonly grade: number | null;
  readonly qualifier: number | null;
  readonly qualifierType: QualifierType | null;
  /** Default label of the grade, as in the grade map; null if the cert has no grade. */
  readonly label: string | null;
}

function readGrade(row: Row<Name>, grader: Grader): CertGrade {
  const position = row.grade === '' ? null : findGrade(grader, row.grade);
  if (position && 'qualifier' in position) {
    const { qualifier } = position;
    const qualifierType = readQualifierType(row);
    const label = `${GRADE_SCALES[grader].qualifiers[qualifier]?.label} (${qualifierType ?? 'Q'})`;
    return { grade: null, qualifier, qualifierType, label };
  }
  if (row.qualifier_type !== '') {
    throw new Rejection(
      'qualifier_type',
      'qualifier_type must be empty unless grade is a qualifier grade such as psa_q8.',
    );
  }
  if (position) {
    const label = GRADE_SCALES[grader].grades[position.grade]?.label ?? null;
    return { grade: position.grade, qualifier: null, qualifierType: null, label };
  }
  if (row.grade !== '') {
    const allowed = [gradeKeys(grader, 'grades'), gradeKeys(grader, 'qualifiers')].filter(Boolean);
    const reason = `grade must be a grade key of ${grader}, not ${shown(row.grade)}. Allowed: ${allowed.join(', ')}.`;
    throw new Rejection('grade', reason);
  }
  return { grade: null, qualifier: null, qualifierType: null, label: null };
}

function readQualifierType(row: Row<Name>): QualifierType | null {
  if (row.qualifier_type === '') return null;
  const type = QUALIFIER_TYPES.find((known) => known === row.qualifier_type.toUpperCase());
  if (type) return type;
  throw mustBe('qualifier_type', QUALIFIER_TYPE, row.qualifier_type);
}

function readSubgrade(row: Row<Name>, column: Subgrade): number | null {
  const text = row[column];
  if (text === '') return null;
  const grade = Number(text);
  if (/^\d{1,2}(\.\d{1,2})?$/.test(text) && grade <= 10) return grade;
  throw mustBe(column, SUBGRADE, text);
}
