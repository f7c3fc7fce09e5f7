import type { Grader } from './graders.js';

/** A grade that is comparable across graders: a row of the grade map. */
export interface UniversalGrade {
  /** Stable name of the grade, for example `8_5` or `gem_mint`. */
  readonly grade: string;
  /** Label of the grade for humans, for example `8.5` or `GEM MINT`. */
  readonly label: string;
}

/** A grade of a grader's scale. */
export interface Grade {
  /** Grade label key, for example `psa_8_5`. */
  readonly key: string;
  /** Label of the grade on the slab, for example `NM-MT+ 8.5`. */
  readonly label: string;
  /** Name of the corresponding universal grade. */
  readonly universal: string;
  readonly isGem: boolean;
}

/** A PSA grade with a qualifier (off center, marks, …), which is counted separately from the plain grade. */
export interface QualifierGrade {
  /** Grade label key, for example `psa_q8`. */
  readonly key: string;
  /** Label of the grade without the type of qualifier, for example `NM-MT 8`. */
  readonly label: string;
  /** Position in `grades` of the same grade without the qualifier. */
  readonly plain: number;
}

/**
 * All grades of a grader, lowest first. Arrays of counts in the database use the same positions, so never move or
 * remove a grade.
 */
export interface GradeScale {
  readonly grader: Grader;
  readonly grades: readonly Grade[];
  readonly qualifiers: readonly QualifierGrade[];
}

/** Types of qualifiers: off center, miscut, staining, print defect, out of focus, marks. */
export const QUALIFIER_TYPES = ['OC', 'MC', 'ST', 'PD', 'OF', 'MK'] as const;

export type QualifierType = (typeof QUALIFIER_TYPES)[number];

const HALF_STEPS_TO_9 = Array.from({ length: 17 }, (_, step) => String(1 + step / 2));

const steps = (...texts: string[]): UniversalGrade[] =>
  texts.map((text) => ({ grade: text.replace('.', '_'), label: text }));

/** Every universal grade, lowest first. */
export const UNIVERSAL_GRADES: readonly UniversalGrade[] = [
  { grade: 'auth_altered', label: 'AUTHENTIC ALTERED' },
  { grade: 'auth', label: 'AUTHENTIC' },
  ...steps(...HALF_STEPS_TO_9),
  { grade: 'mint_plus', label: 'MINT+' },
  { grade: 'gem_mint', label: 'GEM MINT' },
  { grade: 'pristine', label: 'PRISTINE' },
  { grade: 'perfect', label: 'PERFECT' },
];

const GEMS = new Set(['gem_mint', 'pristine', 'perfect']);

function grade(grader: Grader, name: string, label: string, universal: string): Grade {
  return { key: `${grader}_${name}`, label, universal, isGem: GEMS.has(universal) };
}

/**
 * Creates the grades from 1 to 9 in half steps.
 * @param labels the grader's word for each grade, lowest first
 */
function numbered(grader: Grader, labels: readonly string[]): Grade[] {
  return HALF_STEPS_TO_9.map((text, position) => {
    const name = text.replace('.', '_');
    return grade(grader, name, `${labels[position]} ${text}`, name);
  });
}

const PSA_WORDS =
  'PR,FR,GOOD,GOOD+,VG,VG+,VG-EX,VG-EX+,EX,EX+,EX-MT,EX-MT+,NM,NM+,NM-MT,NM-MT+,MINT'.split(',');
const BECKETT_WORDS =
  'POOR,FAIR,GOOD,GOOD+,VERY GOOD,VERY GOOD+,VG-EX,VG-EX+,EXCELLENT,EXCELLENT+,EX-MT,EX-MT+,NEAR MINT,NEAR MINT+,NM-MT,NM-MT+,MINT'.split(
    ',',
  );
const SGC_WORDS =
  'POOR,FAIR,GOOD,GOOD+,VG,VG+,VG-EX,VG-EX+,EX,EX+,EX-NM,EX-NM+,NM,NM+,NM-MT,NM-MT+,MINT'.split(
    ',',
  );
const CGC_WORDS =
  'POOR,FAIR,GOOD,GOOD+,VG,VERY GOOD+,VG/EX,VG/EX+,EXCELLENT,EXCELLENT+,EX/NM,EX/NM+,NM,NEAR MINT+,NM/MINT,NM/MINT+,MINT'.split(
    ',',
  );

const PSA_GRADES: readonly Grade[] = [
  grade('psa', 'auth', 'AUTHENTIC', 'auth'),
  ...numbered('psa', PSA_WORDS),
  grade('psa', '10', 'GEM MT 10', 'gem_mint'),
];

function qualifier(name: string): QualifierGrade {
  const plain = PSA_GRADES.findIndex((plainGrade) => plainGrade.key === `psa_${name}`);
  return { key: `psa_q${name}`, label: PSA_GRADES[plain]?.label ?? '', plain };
}

export const GRADE_SCALES: Readonly<Record<Grader, GradeScale>> = {
  psa: {
    grader: 'psa',
    grades: PSA_GRADES,
    qualifiers: ['1', '1_5', '2', '3', '4', '5', '6', '7', '8', '9'].map(qualifier),
  },
  beckett: {
    grader: 'beckett',
    grades: [
      ...numbered('beckett', BECKETT_WORDS),
      grade('beckett', '9_5', 'GEM MINT 9.5', 'gem_mint'),
      grade('beckett', '10_pristine', 'PRISTINE 10', 'pristine'),
      grade('beckett', '10_black', 'BLACK LABEL 10', 'perfect'),
    ],
    qualifiers: [],
  },
  sgc: {
    grader: 'sgc',
    grades: [
      grade('sgc', 'auth', 'AUTHENTIC', 'auth'),
      ...numbered('sgc', SGC_WORDS),
      grade('sgc', '9_5', 'MINT+ 9.5', 'mint_plus'),
      grade('sgc', '10', 'GEM MINT 10', 'gem_mint'),
      grade('sgc', '10_pristine', 'PRISTINE 10', 'pristine'),
    ],
    qualifiers: [],
  },
  cgc: {
    grader: 'cgc',
    grades: [
      grade('cgc', 'auth_altered', 'AUTHENTIC ALTERED', 'auth_altered'),
      grade('cgc', 'auth', 'AUTHENTIC', 'auth'),
      ...numbered('cgc', CGC_WORDS),
      grade('cgc', '9_5', 'MINT+ 9.5', 'mint_plus'),
      grade('cgc', '10', 'GEM MINT 10', 'gem_mint'),
      grade('cgc', '10_pristine', 'PRISTINE 10', 'pristine'),
      grade('cgc', '10_perfect', 'PERFECT 10', 'perfect'),
    ],
    qualifiers: [],
  },
};

/** Position of a grade key in `grades` or `qualifiers`. */
export type GradePosition = { readonly grade: number } | { readonly qualifier: number };

const POSITIONS: ReadonlyMap<string, GradePosition> = new Map(
  Object.values(GRADE_SCALES).flatMap((scale) => [
    ...scale.grades.map(({ key }, position): [string, GradePosition] => [key, { grade: position }]),
    ...scale.qualifiers.map(({ key }, position): [string, GradePosition] => [
      key,
      { qualifier: position },
    ]),
  ]),
);

/**
 * Finds a grade key in a grader's scale.
 * @returns null if the grader has no such key
 */
export function findGrade(grader: Grader, key: string): GradePosition | null {
  return key.startsWith(`${grader}_`) ? (POSITIONS.get(key) ?? null) : null;
}
